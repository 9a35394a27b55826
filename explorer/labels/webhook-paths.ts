export const webhooksPath = '/account/webhooks';
export const endpointPath = (endpointId: string): string => `${webhooksPath}/${endpointId}`;
