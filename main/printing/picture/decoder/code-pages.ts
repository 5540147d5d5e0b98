/** Code pages of the virtual printer. */
import iconv from 'iconv-lite';

/** Upper half of a code page: characters of the bytes 0x80 to 0xFF. */
export interface DecodedCodePage {
  readonly name: string;
  /** Null for bytes without a character. */
  character(byte: number): string | null;
}

/** `ESC t n` → name of the page, for Epson's TM printers (ESC/POS reference, "character code table"). */
export const EPSON_PAGES: Readonly<Record<number, string>> = {
  0: 'cp437',
  1: 'katakana',
  2: 'cp850',
  3: 'cp860',
  4: 'cp863',
  5: 'cp865',
  13: 'cp857',
  14: 'cp737',
  15: 'iso88597',
  16: 'windows1252',
  17: 'cp866',
  18: 'cp852',
  19: 'cp858',
  21: 'tis620',
  32: 'cp720',
  33: 'cp775',
  34: 'cp855',
  35: 'cp861',
  36: 'cp862',
  37: 'cp864',
  38: 'cp869',
  39: 'iso88592',
  40: 'iso885915',
  44: 'cp1125',
  45: 'windows1250',
  46: 'windows1251',
  47: 'windows1253',
  48: 'windows1254',
  49: 'windows1255',
  50: 'windows1256',
  51: 'windows1257',
  52: 'windows1258',
  53: 'rk1048',
};

/** Page 1 of the printers: blocks, rules, half-width katakana, and symbols. Spaces mark empty positions. */
const KATAKANA =
  '▁▂▃▄▅▆▇█▏▎▍▌▋▊▉┼┴┬┤├▔─│▕┌┐└┘╭╮╰╯' +
  '\u00a0｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝﾞﾟ' +
  '═╞╪╡◢◣◥◤♠♥♦♣●○╱╲╳円年月日時分秒〒市区町村人▒ ';

const pages = new Map<string, DecodedCodePage>();

function upperHalf(name: string): readonly (string | null)[] {
  const bytes = Array.from({ length: 128 }, (_, index) => index + 128);
  if (name === 'katakana') return [...KATAKANA].map((character) => (character === ' ' ? null : character));
  return bytes.map((byte) => {
    const character = iconv.decode(Buffer.of(byte), name);
    const code = character.codePointAt(0) ?? 0xfffd;
    return code === 0xfffd || (code >= 0x80 && code < 0xa0) ? null : character;
  });
}

/** The page of that name. Throws for an undeclared name, which is a mistake in a model's table. */
export function codePage(name: string): DecodedCodePage {
  const known = pages.get(name);
  if (known !== undefined) return known;
  const characters = upperHalf(name);
  const page: DecodedCodePage = { name, character: (byte) => characters[byte - 128] ?? null };
  pages.set(name, page);
  return page;
}
