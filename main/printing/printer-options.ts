/** Options in a printer URL. */
export const CUT_WAYS = ['partial', 'full', 'none'] as const;
export type CutWay = (typeof CUT_WAYS)[number];

/**
 * Black marks on the back of the paper. `before-cut` and `after-cut` feed to the mark by GS FF; `epson` uses FS ( L on
 * both sides of the cut, `custom` the commands of Custom printers.
 */
export const MARK_WAYS = ['none', 'before-cut', 'after-cut', 'epson', 'custom'] as const;
export type MarkWay = (typeof MARK_WAYS)[number];

/** Presenter that holds a ticket until it is taken. `custom`: VKP80 and KPM printers. */
export const PRESENTERS = ['none', 'custom'] as const;
export type PresenterKind = (typeof PRESENTERS)[number];

/** Dots per inch of ticket printers, both ways. */
export const DPI = [180, 203, 300] as const;

export const CONFIRM_WAYS = ['auto', 'process-id', 'status', 'none'] as const;
export type ConfirmWay = (typeof CONFIRM_WAYS)[number];

export interface PrinterOptions {
  readonly columns: number | null;
  readonly dots: number | null;
  readonly dpi: number | null;
  readonly codePage: string | null;
  readonly profile: string | null;
  readonly confirm: ConfirmWay;
  /** Null: the profile's cut. */
  readonly cut: CutWay | null;
  readonly mark: MarkWay;
  readonly presenter: PresenterKind;
  /** Seconds after which a ticket that was not taken is retracted; null: never. */
  readonly retractS: number | null;
}

/** Options of an address without any. */
export const NO_OPTIONS: PrinterOptions = {
  columns: null,
  dots: null,
  dpi: null,
  codePage: null,
  profile: null,
  confirm: 'auto',
  cut: null,
  mark: 'none',
  presenter: 'none',
  retractS: null,
};
