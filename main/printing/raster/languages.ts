import { localeTexts } from '../../lib/assets.ts';
import { LANGUAGES } from '../../lib/languages.ts';

/** A few words of languages in which a house may write its tickets, though the program does not speak them. */
const SAMPLES: Readonly<Record<string, string>> = {
  it: 'Persone prima di lei, perché, più',
  nl: 'Wachtenden voor u, één',
  el: 'Άτομα πριν από εσάς',
  ur: 'آپ سے پہلے لوگ: ٹڈڑے',
  th: 'มีคิวก่อนหน้าคุณ ประมาณ นาที กรุณาเก็บบัตรนี้ไว้ ที่นี่',
};

interface PaperTexts {
  readonly people: string;
  readonly wait: string;
  readonly follow: string;
}

/**
 * A few words of a language, as they stand on a ticket: to get its fonts ready and to see that no letter is missing. Empty for one
 * of which we know no words.
 */
export function sampleOf(lang: string): string {
  const language = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  if (!LANGUAGES.some((each) => each === language)) return SAMPLES[language] ?? '';
  const paper = localeTexts<PaperTexts>('paper', [language]).get(language);
  return `${paper?.people} ${paper?.wait} ${paper?.follow} 0123456789`.replaceAll(/\{\{\w+\}\}/g, '');
}
