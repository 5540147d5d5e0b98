import type { PaperTicket } from '../../main/contract/printing.ts';
import type { PrinterOptions } from '../../main/printing/printer-url.ts';
import { type PrinterProfile, profileFor } from '../../main/printing/profile.ts';

const english: PaperTicket = {
  ticketId: '0190a7c2-7c1e-7000-8000-000000000001',
  lang: 'en',
  dir: 'ltr',
  siteName: 'Riverside Town Hall',
  logo: null,
  serviceName: 'Passports and identity cards',
  number: 'A043',
  priorityText: 'Priority',
  peopleText: '3 people before you',
  waitText: 'About 8 minutes',
  dateText: '20 November 2026 at 14:32',
  extraText: 'Please have your old passport and one photograph ready.',
  footerText: 'Keep this ticket until you are called.',
  qr: { content: 'https://queue.example.org/ticket/7c1e', caption: 'Follow your place on your phone' },
  layout: [],
  copyText: '',
};

const inLanguage = (lang: string, texts: Partial<PaperTicket>): PaperTicket => ({ ...english, lang, ...texts });

/** One ticket for each language of the demo site, and a few more. */
export const TICKETS = {
  en: english,
  pt: inLanguage('pt', {
    siteName: 'Câmara Municipal',
    serviceName: 'Certidões e licenças',
    priorityText: 'Prioritário',
    peopleText: '3 pessoas à sua frente',
    waitText: 'Cerca de 8 minutos',
    dateText: '20 de novembro de 2026 às 14:32',
    extraText: 'Tenha à mão o cartão de cidadão.',
    footerText: 'Guarde a senha até ser chamado.',
    qr: { content: english.qr?.content ?? '', caption: 'Siga a sua vez no telemóvel' },
  }),
  es: inLanguage('es', { serviceName: 'Pasaportes y años', peopleText: '¡3 personas delante de usted!' }),
  fr: inLanguage('fr', {
    serviceName: 'Passeports et cartes d’identité',
    peopleText: '3 personnes avant vous',
    waitText: 'Environ 8 minutes',
    dateText: '20 novembre 2026 à 14:32',
    extraText: 'Cœur de la ville\u202f: 2\u00a0€.',
  }),
  de: inLanguage('de', { serviceName: 'Größe & Straßenöffnung', peopleText: '3 Personen vor Ihnen' }),
  pl: inLanguage('pl', {
    serviceName: 'Dowody osobiste',
    peopleText: 'Osób przed Tobą: 3',
    waitText: 'Około 8 minut, żółć',
  }),
  ru: inLanguage('ru', {
    siteName: 'Ратуша',
    serviceName: 'Паспорта',
    priorityText: 'Без очереди',
    peopleText: '3 человека перед вами',
    waitText: 'Около 8 минут',
    dateText: '20 ноября 2026 г. в 14:32',
    extraText: '',
    footerText: '',
    qr: null,
  }),
  ar: inLanguage('ar', {
    dir: 'rtl',
    siteName: 'بلدية النهر',
    serviceName: 'جوازات السفر وبطاقات الهوية',
    priorityText: 'أولوية',
    peopleText: 'أمامك 3 أشخاص',
    waitText: 'حوالي 8 دقائق',
    dateText: '20 نوفمبر 2026 في 14:32',
    extraText: 'يرجى تجهيز جواز السفر القديم وصورة شخصية واحدة.',
    footerText: 'احتفظ بهذه التذكرة حتى يتم استدعاؤك.',
    qr: { content: english.qr?.content ?? '', caption: 'تابع دورك على هاتفك' },
  }),
  zh: inLanguage('zh', {
    siteName: '河畔市政厅',
    serviceName: '护照与身份证',
    priorityText: '优先',
    peopleText: '您前面还有 3 人',
    waitText: '大约 8 分钟',
    dateText: '2026年11月20日 14:32',
    extraText: '请准备好您的旧护照和一张照片。办理过程中如有任何疑问，请咨询工作人员。',
    footerText: '请保留此票直到叫到您的号码。',
    qr: { content: english.qr?.content ?? '', caption: '用手机查看排队情况' },
  }),
} as const;

export const ENGLISH = english;

export function profile(options: Partial<PrinterOptions> = {}): PrinterProfile {
  const found = profileFor({ columns: null, dots: null, codePage: null, profile: null, confirm: 'auto', ...options });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
