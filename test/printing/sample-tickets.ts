import type { PaperPart, PaperTicket } from '../../main/printing/contract/printing.ts';
import { NO_OPTIONS, type PrinterOptions } from '../../main/printing/printer-options.ts';
import { type PrinterProfile, profileFor } from '../../main/printing/profile.ts';
import { LONG_LAYOUT } from '../../main/site/contract/ticket-layout.ts';

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
  tr: inLanguage('tr', {
    siteName: 'Belediye',
    serviceName: 'Pasaport ve kimlik işlemleri',
    priorityText: 'Öncelikli',
    peopleText: 'Önünüzde 3 kişi var',
    waitText: 'Yaklaşık 8 dakika',
    dateText: '20 Kasım 2026 14:32',
    extraText: 'Eski pasaportunuzu ve bir fotoğrafı hazırlayınız.',
    footerText: 'Çağrılana kadar bu fişi saklayınız.',
    qr: { content: english.qr?.content ?? '', caption: 'Sıranızı telefonunuzdan izleyin' },
  }),
  uk: inLanguage('uk', {
    siteName: 'Міська рада',
    serviceName: 'Паспорти та посвідчення',
    priorityText: 'Поза чергою',
    peopleText: '3 особи перед вами',
    waitText: 'Близько 8 хвилин',
    dateText: '20 листопада 2026 р. о 14:32',
    extraText: 'Обов’язково підготуйте старий паспорт і одну фотографію.',
    footerText: 'Зберігайте талон, доки вас не викличуть.',
    qr: { content: english.qr?.content ?? '', caption: 'Стежте за чергою в телефоні' },
  }),
  vi: inLanguage('vi', {
    siteName: 'Ủy ban nhân dân',
    serviceName: 'Hộ chiếu và căn cước',
    priorityText: 'Ưu tiên',
    peopleText: 'Còn 3 người trước quý khách',
    waitText: 'Khoảng 8 phút',
    dateText: '20 tháng 11, 2026 lúc 14:32',
    extraText: 'Vui lòng chuẩn bị hộ chiếu cũ và một tấm ảnh.',
    footerText: 'Vui lòng giữ phiếu này đến khi được gọi.',
    qr: { content: english.qr?.content ?? '', caption: 'Theo dõi lượt của quý khách trên điện thoại' },
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
  fa: inLanguage('fa', {
    dir: 'rtl',
    siteName: 'شهرداری کنار رود',
    serviceName: 'گذرنامه و کارت ملی',
    priorityText: 'اولویت',
    peopleText: '3 نفر پیش از شما هستند',
    waitText: 'حدود 8 دقیقه',
    dateText: '20 نوامبر 2026 ساعت 14:32',
    extraText: 'لطفاً گذرنامهٔ قدیمی و یک عکس چاپ‌شده آماده داشته باشید.',
    footerText: 'این برگه را تا صدا زدن شماره نگه دارید.',
    qr: { content: english.qr?.content ?? '', caption: 'نوبت خود را با گوشی دنبال کنید' },
  }),
  he: inLanguage('he', {
    dir: 'rtl',
    siteName: 'בית העירייה על הנהר',
    serviceName: 'דרכונים ותעודות זהות',
    priorityText: 'קדימות',
    peopleText: 'לפניך 3 אנשים',
    waitText: 'כ-8 דקות',
    dateText: '20 בנובמבר 2026 בשעה 14:32',
    extraText: 'נא להכין את הדרכון הישן ותמונה אחת (35×45 מ"מ). מחיר: ₪95.',
    footerText: 'שמרו את הפתק עד שיקראו לכם.',
    qr: { content: english.qr?.content ?? '', caption: 'עקבו אחר התור בטלפון' },
  }),
  th: inLanguage('th', {
    siteName: 'ศาลากลางริมแม่น้ำ',
    serviceName: 'หนังสือเดินทางและบัตรประชาชน',
    priorityText: 'คิวพิเศษ',
    peopleText: 'มี 3 คิวก่อนหน้าคุณ',
    waitText: 'ประมาณ 8 นาที',
    dateText: '20 พฤศจิกายน 2569 เวลา 14:32 น.',
    extraText: 'กรุณาเตรียมหนังสือเดินทางเล่มเก่าและรูปถ่ายหนึ่งใบให้พร้อม ค่าธรรมเนียม ฿1,000 ชำระที่เคาน์เตอร์ชั้น 2',
    footerText: 'กรุณาเก็บบัตรคิวนี้ไว้จนกว่าจะถูกเรียก',
    qr: { content: english.qr?.content ?? '', caption: 'ติดตามคิวของคุณทางโทรศัพท์' },
  }),
  hi: inLanguage('hi', {
    siteName: 'नदी किनारे नगर पालिका',
    serviceName: 'पासपोर्ट और पहचान पत्र',
    priorityText: 'प्राथमिकता',
    peopleText: 'आपसे पहले 3 व्यक्ति हैं',
    waitText: 'लगभग 8 मिनट',
    dateText: '20 नवंबर 2026, 14:32 बजे',
    extraText: 'कृपया पुराना पासपोर्ट और एक फ़ोटो तैयार रखें। विद्यार्थी शुल्क: ₹500। क्षेत्रीय कार्यालय, द्वितीय तल।',
    footerText: 'बुलाए जाने तक यह टिकट सुरक्षित रखें।',
    qr: { content: english.qr?.content ?? '', caption: 'फ़ोन पर अपनी बारी देखें' },
  }),
  ja: inLanguage('ja', {
    siteName: '川辺市役所',
    serviceName: 'パスポート・身分証明書',
    priorityText: '優先',
    peopleText: 'お待ちの方は3人です',
    waitText: '約8分',
    dateText: '2026年11月20日 14:32',
    extraText:
      '旧パスポートと写真（1枚）をご用意ください。ご不明な点がございましたら、「総合案内」のスタッフまでお気軽にお問い合わせください。',
    footerText: '番号が呼ばれるまで、この券をお持ちください。',
    qr: { content: english.qr?.content ?? '', caption: 'スマートフォンで順番を確認' },
  }),
  ko: inLanguage('ko', {
    siteName: '강변 시청',
    serviceName: '여권 및 신분증',
    priorityText: '우선',
    peopleText: '앞에 3명이 기다리고 있습니다',
    waitText: '약 8분',
    dateText: '2026년 11월 20일 14:32',
    extraText: '기존 여권과 사진 한 장을 준비해 주십시오. 수수료 ₩50,000은 2층 창구에서 납부하실 수 있습니다.',
    footerText: '호출될 때까지 번호표를 보관해 주십시오.',
    qr: { content: english.qr?.content ?? '', caption: '휴대전화로 순서 확인' },
  }),
} as const;

export const ENGLISH = english;

/** The layout of the long ticket, as a location says it. */
export const LONG: readonly PaperPart[] = LONG_LAYOUT.map((part) => ({ ...part, text: '' }));

export const long = (ticket: PaperTicket): PaperTicket => ({ ...ticket, layout: LONG });

export function profile(options: Partial<PrinterOptions> = {}): PrinterProfile {
  const found = profileFor({ ...NO_OPTIONS, ...options });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
