/**
 * Words that are too common in names of organisations to be useful as a lookup. In the form of `normalName`.
 */
export const commonWords: ReadonlySet<string> = new Set(
  (
    'the of and for in on at by to co company companies corp corporation group holding holdings general service services ' +
    'de del della des di do dos da la le les el al los las du et y e i und der die das fur fuer van von zu ' +
    'international internacional internationale global world worldwide national nationale state central centre center ' +
    'trading trade traders commercial commerce business enterprise enterprises import export supply supplies ' +
    'bank banque banco banka bancorp finance financial financiere finances capital investment investments invest asset ' +
    'assets fund funds funding management manager managers wealth credit money monetary payment payments pay electronic ' +
    'digital crypto token tokens exchange markets market securities insurance trust treasury reserve coin stablecoin ' +
    'industries industry industrial manufacturing production products product factory plant works ' +
    'energy oil gas petroleum petrochemical petrochemicals power electric mining metals steel chemical chemicals ' +
    'shipping marine maritime navigation ship ships vessel transport transportation logistics cargo aviation air ' +
    'airlines airways travel tourism ' +
    'technology technologies technical tech technic systems system solutions software information communication ' +
    'communications telecom telecommunications data network networks internet media research science scientific ' +
    'development engineering construction building contracting design consulting consultants advisory partners ' +
    'partnership associates association foundation institute institution university organization organisation ' +
    'organisations organizations society union committee council ministry department agency office bureau authority ' +
    'charity charitable relief islamic medical pharmaceutical agriculture agricultural food foods real estate ' +
    'property properties private public joint stock venture ventures limited liability first new united ' +
    'north south east west northern southern eastern western middle ' +
    'africa african america american americas asia asian europe european euro pacific gulf arab ' +
    'china chinese russia russian iran iranian iraq syria syrian turkey ukraine korea korean germany german france ' +
    'french italy uk usa us uae hong kong singapore dubai moscow tehran ' +
    'ao oao ooo zao pao'
  ).split(' '),
);
