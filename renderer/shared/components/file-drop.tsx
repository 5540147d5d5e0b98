/** Field for files: by dialog, keyboard, or drag and drop. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useStaff } from '../staff.ts';
import { Mark } from './mark.tsx';
import { UPLOAD } from './office-marks.ts';

interface FileDropProps {
  /** Id of the input, for its label. */
  readonly id: string;
  /** As in HTML: `.csv,text/csv`. */
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly multiple?: boolean;
  /** Whether to show the names of the chosen files. */
  readonly showsNames?: boolean;
  readonly describedBy?: string | undefined;
}

/** The native input covers the drawn area, so that pointer, keyboard, drop and screen readers use that of the browser. */
export function FileDrop(props: FileDropProps): JSX.Element {
  const { id, accept, onFiles, multiple = false, showsNames = true, describedBy } = props;
  const { t } = useStaff();
  const [names, setNames] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  return (
    <div class="file-drop" data-over={isOver || undefined}>
      <Mark path={UPLOAD} />
      <span aria-hidden="true">
        {names.length > 0 ? <bdi>{names.join(t('shared.comma'))}</bdi> : t(`file.${multiple ? 'several' : 'one'}`)}
      </span>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-describedby={describedBy}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget: input }) => {
          const files = [...(input.files ?? [])];
          if (files.length === 0) return;
          setNames(showsNames ? files.map(({ name }) => name) : []);
          // A copy, because the same file may be chosen again.
          input.value = '';
          onFiles(files);
        }}
      />
    </div>
  );
}
