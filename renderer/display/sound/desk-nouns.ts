/** What a place to which visitors are called is, by the words in its name: recorded words have one for desks, one for rooms. Pure. */
export type DeskNoun = 'desk' | 'room' | 'other';

/** In every language of visitors, so that a name in another one is known too. */
const DESKS =
  /(?<!\p{L})(?:desks?|counters?|windows?|schalter|platz|tisch|theke|guichets?|comptoir|poste|mostrador|ventanilla|taquilla|puesto|mesa|balc[aã]o|guich[eê]|posto|stanowisk\p{L}*|okienk\p{L}*|okno|окно|стойка|место|вікно|стійка|місце|gişe|banko|masa|quầy|bàn)(?!\p{L})|شباك|مكتب|باجه|پیشخوان|דלפק|אשנב|עמדה|काउंटर|खिड़की|窓口|カウンター|창구|데스크|窗口|柜台/iu;
const ROOMS =
  /(?<!\p{L})(?:rooms?|\p{L}*zimmer|\p{L}*raum|salle|cabinet|sala|consulta|consultorio|consultório|gabinete|pokój|gabinet|кабинет|комната|кабінет|кімната|oda|odası|phòng)(?!\p{L})|غرفة|اتاق|חדר|कमरा|कक्ष|室|호실|진료실|상담실|房间/iu;

/** A name without a word, such as `12`, is that of a desk; `Till 3` is neither. */
export function deskNoun(name: string): DeskNoun {
  const plain = name.normalize('NFC');
  if (ROOMS.test(plain)) return 'room';
  return DESKS.test(plain) || !/\p{L}{3,}|\p{Script=Han}/u.test(plain) ? 'desk' : 'other';
}
