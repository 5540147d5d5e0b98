/** Pictures of devices other than the printer. */
import type { JSX } from 'preact';

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
  /** A drum that is full to the brim. */
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

/** What is no printer. */
export function OtherPicture({ scene }: { readonly scene: OtherScene }): JSX.Element {
  return (
    <svg class="picture" viewBox="0 0 200 160" aria-hidden="true" focusable="false">
      {SCENES[scene]}
    </svg>
  );
}
