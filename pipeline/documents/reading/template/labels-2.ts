/** Fields of table 2 of MiCA's white paper templates (Implementing Regulation (EU) 2024/2984), parts A to J: number and label. */
export const otherTokenLabels = `
A.1 Name
A.2 Legal form
A.3 Registered address
A.4 Head office
A.5 Registration date
A.6 Legal entity identifier
A.7 Another identifier required pursuant to applicable national law
A.8 Contact telephone number
A.9 E-mail address
A.10 Response time (days)
A.11 Parent company
A.12 Members of the management body
A.13 Business activity
A.14 Parent company business activity
A.15 Newly established
A.16 Financial condition for the past three years
A.17 Financial condition since registration
B.1 Issuer different from offerror or person seeking admission to trading
B.2 Name
B.3 Legal form
B.4 Registered address
B.5 Head office
B.6 Registration date
B.7 Legal entity identifier
B.8 Another identifier required pursuant to applicable national law
B.9 Parent company
B.10 Members of the management body
B.11 Business activity
B.12 Parent company business activity
C.1 Name
C.2 Legal form
C.3 Registered address
C.4 Head office
C.5 Registration date
C.6 Legal entity identifier
C.7 Another identifier required pursuant to applicable national law
C.8 Parent company
C.9 Reason for crypto-asset white paper preparation
C.10 Members of the management body
C.11 Operator business activity
C.12 Parent company business activity
C.13 Other persons drawing up the crypto-asset white paper according to Article 6(1), second subparagraph, of Regulation (EU) 2023/1114
C.14 Reason for drawing the white paper by persons referred to in Article 6(1), second subparagraph, of Regulation (EU) 2023/1114
D.1 Crypto-asset project name
D.2 Crypto-asset name
D.3 Abbreviation
D.4 Crypto-asset project description
D.5 Details of all natural or legal persons involved in the implementation of the crypto-asset project
D.6 Utility token classification
D.7 Key features of goods or services for utility token projects
D.8 Plans for the token
D.9 Resource allocation
D.10 Planned use of collected funds or other tokens
E.1 Public offering or admission to trading
E.2 Reasons for public offer or admission to trading
E.3 Fundraising target
E.4 Purchaser’s technical requirements
E.5 Maximum subscription goal
E.6 Oversubscription acceptance
E.7 Oversubscription allocation
E.8 Issue price
E.9 Official currency or any other crypto-assets determining the issue price
E.10 Subscription fee
E.11 Offer price determination method
E.12 Total number of offered or traded other tokens
E.13 Targeted holders
E.14 Holder restrictions
E.15 Reimbursement notice
E.16 Refund mechanism
E.17 Refund timeline
E.18 Offer phases
E.19 Early purchase discount
E.20 Time-limited offer
E.21 Subscription period beginning
E.22 Subscription period end
E.23 Safeguarding arrangements for offered funds or other tokens
E.24 Payment methods for other token purchase
E.25 Value transfer methods for reimbursement
E.26 Right of withdrawal
E.27 Transfer of purchased other tokens
E.28 Transfer time schedule
E.29 Purchaser's technical requirements
E.30 Other token service provider (CASP) name
E.31 CASP identifier
E.32 Placement form
E.33 Trading platforms name
E.34 Trading platforms market identifier code (MIC)
E.35 Trading platforms access
E.36 Involved costs
E.37 Offer expenses
E.38 Conflicts of interest
E.39 Applicable law
E.40 Competent court
F.1 Other token type
F.2 Other token functionality
F.3 Planned application of functionalities
F.4 Type of crypto-asset white paper
F.5 Type of submission
F.6 Other token characteristics
F.7 Commercial name or trading name
F.8 Website of the issuer
F.9 Starting date of offer to the public or admission to trading
F.10 Publication date
F.11 Any other services provided by the issuer
F.12 Language or languages of white paper
F.13 Digital token identifier code used to uniquely identify the crypto-asset or each of the several crypto assets to which the white paper relates, where available
F.14 Functionally fungible group digital token identifier, where available
F.15 Voluntary data flag
F.16 Personal data flag
F.17 LEI eligibility
F.18 Home member state
F.19 Host member states
G.1 Purchaser rights and obligations
G.2 Exercise of rights and obligations
G.3 Conditions for modifications of rights and obligations
G.4 Future public offers
G.5 Issuer retained other token
G.6 Utility token classification
G.7 Key features of goods or services of utility tokens
G.8 Utility tokens redemption
G.9 Non-trading request
G.10 Other tokens purchase or sale modalities
G.11 Other tokens transfer restrictions
G.12 Supply adjustment protocols
G.13 Supply adjustment mechanisms
G.14 Token value protection schemes
G.15 Token value protection schemes description
G.16 Compensation schemes
G.17 Compensation schemes description
G.18 Applicable law
G.19 Competent court
H.1 Distributed ledger technology
H.2 Protocols and technical standards
H.3 Technology used
H.4 Consensus mechanism
H.5 Incentive mechanisms and applicable fees
H.6 Use of distributed ledger technology
H.7 DLT functionality description
H.8 Audit
H.9 Audit outcome
I.1 Offer-related risks
I.2 Issuer-related risks
I.3 Other tokens-related risks
I.4 Project implementation-related risks
I.5 Technology-related risks
I.6 Mitigation measures
J.1 Adverse impacts on climate and other environment-related adverse impacts
`;
