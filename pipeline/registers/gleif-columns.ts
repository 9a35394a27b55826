/** Columns of GLEIF's level 2 data, by what they state. */

/** Relationship records: the start of a relationship is the child. */
export const relationshipColumns = {
  start: 'Relationship.StartNode.NodeID',
  type: 'Relationship.RelationshipType',
  end: 'Relationship.EndNode.NodeID',
  status: 'Relationship.RelationshipStatus',
  startDate: 'Relationship.RelationshipPeriod.StartDate',
  endDate: 'Relationship.RelationshipPeriod.EndDate',
  recordStatus: 'Registration.RegistrationStatus',
  lastUpdate: 'Registration.LastUpdateDate',
} as const;

/** Reporting exceptions: why an entity names no parent. */
export const exceptionColumns = { lei: 'LEI', category: 'ExceptionCategory', reason: 'ExceptionReason' } as const;
