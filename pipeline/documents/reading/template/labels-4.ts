/** Fields of table 4 of MiCA's white paper templates (Implementing Regulation (EU) 2024/2984), parts A to G and the right of redemption of the summary: number and label. */
export const eMoneyLabels = `
A.1 Statutory name
A.2 Trading name
A.3 Legal form
A.4 Registered address
A.5 Head office
A.6 Registration date
A.7 Legal entity identifier
A.8 Another identifier required pursuant to applicable law
A.9 Contact telephone number
A.10 E-mail address
A.11 Response time (days)
A.12 Parent company
A.13 Members of the management body
A.14 Business activity
A.15 Parent company business activity
A.16 Conflicts of interest
A.17 Issuance of other crypto-assets
A.18 Activities related to other crypto-assets
A.19 Connection between the issuer and the entity running the DLT
A.20 Description of the connection between the issuer and the entity running the DLT
A.21 Newly established
A.22 Financial condition for the past three years
A.23 Financial condition since registration
A.24 Exemption from authorisation
A.25 E-money token authorisation
A.26 Authorisation authority
A.27 Persons other than the issuer offering to the public or seeking admission to trading of the e-money token in accordance with Article 51(1), second subparagraph, of Regulation (EU) 2023/1114
A.28 Persons other than the issuer offering to the public or seeking admission to trading of the e-money token in accordance with Article 51(1), second subparagraph, of Regulation (EU) 2023/1114
A.29 Reason for offering to the public or seeking admission to trading of the e-money token
B.1 Name
B.2 Abbreviation
B.4 Type of white paper
B.5 Type of submission
B.6 Crypto-asset characteristics
B.7 Website of the issuer
B.8 Starting date of offer to the public or admission to trading
B.9 Publication date
B.10 Any other services provided by the issuer
B.11 Language or languages of white paper
B.12 Digital token identifier code used to uniquely identify the crypto-asset or each of the several crypto assets to which the white paper relates, where available
B.13 Functionally fungible group digital token identifier, where available
B.14 Personal data flag
B.15 LEI eligibility
B.16 Home member state
B.17 Host member states
C.1 Public offering or trading
C.3 Trading platforms name
C.4 Trading platforms market identifier code (MIC)
C.5 Applicable law
C.6 Competent court
D.1 Holder’s rights and obligations
D.2 Conditions of modifications of rights and obligations
D.3 Description of the rights of the holders
D.4 Rights in implementation of recovery plan
D.5 Rights in implementation of redemption plan
D.6 Complaint submission contact
D.7 Complaints handling procedures
D.8 Dispute resolution mechanism
D.9 Token value protection schemes
D.10 Token value protection schemes description
D.11 Compensation schemes
D.12 Compensation schemes description
D.13 Applicable law
D.14 Competent court
E.1 Distributed ledger technology
E.2 Protocols and technical standards
E.3 Technology used
E.4 Purchaser’s technical requirements
E.5 Consensus mechanism
E.6 Incentive mechanisms and applicable fees
E.7 Use of distributed ledger technology
E.8 DLT functionality description
E.9 Audit
E.10 Audit outcome
F.4 Mitigation measures
G.1 Adverse impacts on climate and other environment-related adverse impacts
I.7 Right of redemption
`;
