/** A few words of each language, as they stand on a ticket: to get its fonts ready and to see that no letter is missing. */
const SAMPLES: Readonly<Record<string, string>> = {
  en: 'People before you 0123456789',
  pt: 'Pessoas à sua frente, não, situação',
  es: 'Personas delante de usted, número, mañana',
  fr: 'Personnes avant vous, numéro, où, œuvre, ç',
  de: 'Personen vor Ihnen, für, größer, Öffnung',
  it: 'Persone prima di lei, perché, più',
  nl: 'Wachtenden voor u, één',
  pl: 'Osób przed Tobą: ąćęłńóśźż',
  tr: 'Önünüzdeki kişi: ğışİ',
  el: 'Άτομα πριν από εσάς',
  ru: 'Человек перед вами',
  uk: 'Осіб перед вами: їєґі',
  ar: 'أمامك ثلاثة أشخاص، الانتظار المتوقع دقائق',
  fa: 'افراد پیش از شما: گچپژ',
  ur: 'آپ سے پہلے لوگ: ٹڈڑے',
  he: 'אנשים לפניך בתור, המתנה משוערת: דקות',
  th: 'มีคิวก่อนหน้าคุณ ประมาณ นาที กรุณาเก็บบัตรนี้ไว้ ที่นี่',
  ja: 'お待ちの方は人です。約分ほどお待ちください。番号が呼ばれるまで、この券をお持ちください。',
  ko: '앞에 대기 중인 분이 계십니다. 약 분. 번호표를 보관해 주세요.',
  zh: '您前面还有人，预计等待分钟，请留意叫号。',
  hi: 'आपसे पहले लोग, टिकट, प्रतीक्षा, क्षेत्र, विद्यार्थी, श्री',
  vi: 'Số người trước bạn: ữẫợ',
};

/** Empty for a language of which we know no words. */
export function sampleOf(lang: string): string {
  return SAMPLES[lang.toLowerCase().split(/[-_]/)[0] ?? ''] ?? '';
}
