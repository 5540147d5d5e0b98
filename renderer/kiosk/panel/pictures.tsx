/** Pictures of the printer and other devices in the operator panel. */
import type { JSX } from 'preact';

/** Scene of the printer picture. Not mirrored in right-to-left languages, like the real machine. */
export type PrinterScene = 'open' | 'insert' | 'close' | 'test' | 'done' | 'no-paper' | 'low' | 'fault' | 'absent';

const BODY = 'M40 96h120a8 8 0 0 1 8 8v36a8 8 0 0 1-8 8H40a8 8 0 0 1-8-8v-36a8 8 0 0 1 8-8Z';

const LID_DOWN = 'M40 96V78a10 10 0 0 1 10-10h100a10 10 0 0 1 10 10v18Z';

/** Hinged at the right. */
const LID_UP = 'M160 96 176 24a6 6 0 0 1 12 2l-14 70Z';

const ARROW_UP = 'M100 58V18M82 36l18-18 18 18';

const ARROW_DOWN = 'M0 0v30M-14 16 0 30l14-14';

/** Uses the page's colours, so that it is visible in dark and high-contrast themes. */
export function PrinterPicture({ scene }: { readonly scene: PrinterScene }): JSX.Element {
  const isOpen = scene === 'open' || scene === 'insert';
  return (
    <svg class="picture" viewBox="0 0 200 160" aria-hidden="true" focusable="false">
      {scene === 'close' && <path class="picture-lid" d="M160 96 118 20a6 6 0 0 1 10-6l48 82Z" />}
      {isOpen && <path class="picture-lid" d={LID_UP} />}
      <Inside scene={scene} />
      {!isOpen && scene !== 'close' && <path class="picture-lid" d={LID_DOWN} />}
      <path class="picture-body" d={BODY} />
      <path class="picture-line" d="M52 116h56" />
      <circle
        class={scene === 'done' || scene === 'test' ? 'picture-lamp picture-good' : 'picture-lamp'}
        cx="146"
        cy="122"
        r="6"
      />
      <Mark scene={scene} />
    </svg>
  );
}

/** Roll and paper. */
function Inside({ scene }: { readonly scene: PrinterScene }): JSX.Element | null {
  switch (scene) {
    case 'open':
      return <Roll radius={12} />;
    case 'insert':
      return (
        <>
          <path class="picture-paper" d="M74 84 46 100v34" />
          <Roll radius={30} />
        </>
      );
    case 'close':
      return (
        <>
          <Roll radius={28} />
          <path class="picture-paper" d="M74 84 46 100v34" />
        </>
      );
    case 'test':
    case 'done':
    case 'low':
      return (
        <>
          <path class="picture-slip" d="M64 72V12l8 6 8-6 8 6 8-6 8 6 8-6 8 6 8-6v60Z" />
          <path class="picture-line" d="M76 34h40M76 46h40M76 58h24" />
        </>
      );
    default:
      return null;
  }
}

function Roll({ radius }: { readonly radius: number }): JSX.Element {
  return (
    <>
      <circle class="picture-roll" cx="100" cy="82" r={radius} />
      <circle class="picture-hole" cx="100" cy="82" r="7" />
    </>
  );
}

function Mark({ scene }: { readonly scene: PrinterScene }): JSX.Element | null {
  switch (scene) {
    case 'open':
      return <path class="picture-move" d={ARROW_UP} />;
    case 'insert':
      return <path class="picture-move" d={ARROW_DOWN} transform="translate(100 10)" />;
    case 'close':
      return <path class="picture-move" d="M74 18c-14 8-22 20-24 36M38 42l12 14 16-10" />;
    case 'done':
      return <path class="picture-move picture-right" d="m130 44 14 16 30-36" />;
    case 'no-paper':
    case 'low':
      return <Warning />;
    case 'fault':
      return <path class="picture-move picture-wrong" d="m84 18 32 32M116 18 84 50" />;
    case 'absent':
      return (
        <path class="picture-move picture-wrong" d="M168 126h12c8 0 12-6 12-14M192 96V84M22 20l16 16M38 20 22 36" />
      );
    default:
      return null;
  }
}

function Warning(): JSX.Element {
  return (
    <>
      <path class="picture-warning" d="M168 12 142 58h52Z" />
      <path class="picture-sign" d="M168 28v14M168 50v.5" />
    </>
  );
}

export type OtherScene = 'server' | 'reader' | 'closed' | 'fine' | 'settings' | 'disk' | 'clock' | 'headset';

const SCENES: Readonly<Record<OtherScene, JSX.Element>> = {
  server: (
    <>
      <path class="picture-body" d="M120 24h56v112h-56zM24 60h56v46H24zM40 128h24v-22H40z" />
      <path class="picture-line" d="M132 44h32M132 64h32M132 84h32" />
      <path class="picture-move picture-wrong" d="m90 70 24 26M114 70 90 96" />
    </>
  ),
  reader: (
    <>
      <path class="picture-body" d="M44 84h112v56H44z" />
      <path class="picture-lid" d="M66 24h68v60H66z" />
      <path class="picture-line" d="M66 42h68M60 112h80" />
      <path class="picture-move picture-wrong" d="m148 20 28 28M176 20l-28 28" />
    </>
  ),
  headset: (
    <>
      <path class="picture-line" d="M44 96V78a56 56 0 0 1 112 0v18" />
      <path class="picture-body" d="M32 92h26v44H32zM142 92h26v44h-26z" />
      <path class="picture-move picture-wrong" d="m86 96 28 28M114 96l-28 28" />
    </>
  ),
  closed: (
    <>
      <path class="picture-line" d="M100 20v20M60 60l40-40 40 40" />
      <path class="picture-lid" d="M32 60h136v70H32z" />
      <path class="picture-move picture-wrong" d="M64 95h72" />
    </>
  ),
  fine: (
    <>
      <circle class="picture-body" cx="100" cy="80" r="62" />
      <path class="picture-move picture-right" d="m68 82 24 26 42-54" />
    </>
  ),
  /** A full drum. */
  disk: (
    <>
      <path class="picture-body" d="M40 40v80c0 12 27 22 60 22s60-10 60-22V40Z" />
      <ellipse class="picture-lid" cx="100" cy="40" rx="60" ry="20" />
      <path class="picture-line" d="M40 68c0 12 27 22 60 22s60-10 60-22M40 96c0 12 27 22 60 22s60-10 60-22" />
      <path class="picture-warning" d="M168 12 142 58h52Z" />
      <path class="picture-sign" d="M168 28v14M168 50v.5" />
    </>
  ),
  clock: (
    <>
      <circle class="picture-body" cx="92" cy="84" r="60" />
      <path class="picture-line" d="M92 38v8M92 122v8M46 84h8M130 84h8M92 84V54M92 84l22 14" />
      <path class="picture-warning" d="M168 12 142 58h52Z" />
      <path class="picture-sign" d="M168 28v14M168 50v.5" />
    </>
  ),
  settings: (
    <>
      <path class="picture-body" d="M52 12h96v136H52z" />
      <path class="picture-line" d="M70 44h60M70 72h60M70 100h36" />
      <path class="picture-warning" d="M158 92 132 138h52Z" />
      <path class="picture-sign" d="M158 108v14M158 130v.5" />
    </>
  ),
};

/** Pictures other than the printer. */
export function OtherPicture({ scene }: { readonly scene: OtherScene }): JSX.Element {
  return (
    <svg class="picture" viewBox="0 0 200 160" aria-hidden="true" focusable="false">
      {SCENES[scene]}
    </svg>
  );
}
