/** Fields of table 3 of MiCA's white paper templates (Implementing Regulation (EU) 2024/2984), parts A to H and the right of redemption of the summary: number and label. */
export const assetReferencedLabels = `
A.1 Statutory Name
A.2 Trading name
A.3 Legal form
A.4 Registered address
A.5 Head office
A.6 Registration date
A.7 Legal entity identifier
A.8 Other identifier required pursuant to applicable national law
A.9 Parent company
A.10 Members of the management body
A.11 Business activity
A.12 Parent company business activity
A.13 Newly established
A.14 Financial condition for the past three years
A.15 Financial condition since registration
A.16 Governance arrangements
A.17 Exemption from authorisation
A.18 Authorisation as issuer of asset-referenced token
A.19 Authorisation authority
A.20 Competent authority for credit institutions
A.21 Issuance of other crypto-assets
A.22 Activities related to other crypto-assets
A.23 Connection between the issuer and the entity running the DLT
A.24 Description of the connection between the issuer and the entity running the DLT
B.1 Asset-referenced token name
B.2 Token abbreviation
B.4 Third-party roles
B.6 Resource allocation
B.7 Type of white paper
B.8 Type of submission
B.9 Crypto-asset characteristics
B.10 Website of the issuer
B.11 Starting date of offer to the public or admission to trading
B.12 Publication date
B.13 Any other services provided by issuer
B.14 Language or languages of white paper
B.15 Digital token identifier code used to uniquely identify the crypto-asset or each of the several crypto assets to which the white paper relates, where available
B.16 Functionally fungible group digital token identifier, where available
B.17 Personal data flag
B.18 LEI eligibility
B.19 Home member state
B.20 Host member states
C.1 Public offering or admission to trading
C.2 Number of units
C.5 Oversubscription acceptance
C.6 Oversubscription allocation
C.7 Token offering or trading quantity
C.8 Targeted holders
C.9 Holders restrictions
C.10 Reimbursement notice
C.11 Refund timeline
C.12 Explicit consequences
C.13 Offer phases
C.14 Early purchase discount
C.15 Time-limited offer
C.16 Subscription period beginning
C.17 Subscription period end
C.18 Token purchase or redemption payment
C.19 Token transfer
C.20 Purchasers technical requirements
C.21 CASP name
C.22 CASP identifier
C.23 Placement form
C.24 Trading platforms name
C.25 Trading platforms market identifier code (MIC)
C.26 Trading platforms access
C.27 Involved costs
C.28 Offer expenses
C.29 Conflicts of interest
C.30 Applicable law
C.31 Competent court
D.1 Token functionalities
D.2 Planned functional use
D.3 Purchaser rights and obligations
D.4 Rights exercise procedure
D.5 Conditions for modifications of rights and obligations
D.6 Future public offers
D.7 Issuer retained units
D.8 Non-trading request
D.9 Token purchase or sale modalities
D.10 Token transfer restrictions
D.11 Supply adjustment protocols
D.12 Supply adjustment mechanisms
D.13 Token value protection schemes
D.14 Token value protection schemes description
D.15 Compensation schemes
D.16 Compensation schemes description
D.17 Nature and enforceability of rights
D.18 Referenced assets description
D.19 Referenced assets proportions
D.20 Value-claim-reserve interrelation
D.21 Transparent claim valuation
D.22 Other details about the claim the asset referenced token represents over referenced assets
D.23 Liquidity arrangements
D.24 Liquidity providers
D.25 Complaint submission contact
D.26 Complaints handling procedures
D.27 Dispute resolution mechanism
D.28 Holder rights in default or insolvency
D.29 Rights in recovery plan implementation
D.30 Rights in redemption plan implementation
D.31 Redemption form
D.32 Redemption form options
D.33 Transference form options
D.34 Form of transference
D.35 Redemption currency
D.36 Applicable law
D.37 Competent court
E.1 Distributed ledger technology
E.2 Protocols and technical standards
E.3 Technology used
E.4 Consensus mechanism
E.5 Incentive mechanisms and applicable fees
E.6 Use of distributed ledger technology
E.7 DLT functionality description
E.8 Audit
E.9 Audit outcome
F.4 Token-related risks
F.5 Risks related to operationalisation of the asset-referenced token project
F.6 Technology-related risks
F.7 Mitigation measures
G.1 Value alignment mechanism
G.2 Asset reserve description
G.3 Token issuance and redemption mechanisms
G.4 Investment of reserve of assets
G.5 Reserve asset investment policy
G.6 Reserve asset custody arrangements
G.7 Custodian service providers
G.8 Custodian service providers
H.1 Adverse impacts on climate and other environment-related adverse impacts
I.6 Right of redemption
`;
