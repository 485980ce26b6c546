// The frame of all fields that write: label, field, unit, and a note about the edit.
import type { ReactNode } from 'react'
import { useText } from '../../ui/words.ts'
import { choiceField, flagField, type ValuesOf, wordsField } from '../fields.ts'
import { textCss, textStyle } from '../text-style.ts'
import { controlText } from './text.ts'
import type { Control } from './use-control.ts'
import './control.css'

export const controlData = {
  label: wordsField('', { section: 'content', label: { en: 'Name', 'zh-cn': '名称' } }),
  hint: wordsField('', { section: 'content', label: { en: 'Hint at writing', 'zh-cn': '写入提示' } }),
}

export const controlStyle = {
  ...textStyle,
  place: choiceField('left', {
    section: 'text',
    label: { en: 'Name stands', 'zh-cn': '名称位置' },
    options: [
      { value: 'left', label: { en: 'Before', 'zh-cn': '左侧' } },
      { value: 'top', label: { en: 'Above', 'zh-cn': '上方' } },
    ],
  }),
  frameless: flagField(false, { section: 'fill', label: { en: 'Without a frame', 'zh-cn': '无边框' } }),
}
type Style = ValuesOf<typeof controlStyle>

export function ControlBox({
  style,
  label,
  unit = '',
  control: { isBusy, isLeft, edit, revert },
  noteId,
  fault,
  mark,
  children,
}: {
  style: Style
  label: string
  unit?: string
  control: Control
  /** The reason why the edit is invalid. */
  fault?: string | undefined
  /** Id of the note, for the `aria-describedby` of the field. */
  noteId?: string
  mark: ReactNode
  children: ReactNode
}) {
  const t = useText(controlText)
  const note = isBusy ? t('writing') : (fault ?? (isLeft ? t('notWritten') : undefined))
  return (
    <div
      className="control"
      data-place={style.place}
      data-frameless={style.frameless || undefined}
      style={textCss(style)}
    >
      {label && <span className="control-name">{label}</span>}
      <span className="control-field" data-edited={edit === undefined ? undefined : ''} aria-busy={isBusy || undefined}>
        {children}
        {unit && <span className="control-unit">{unit}</span>}
        {mark}
      </span>
      {note && (
        <span id={noteId} className="control-note" role={isBusy ? 'status' : 'alert'} data-busy={isBusy || undefined}>
          <span title={note}>{note}</span>
          {!isBusy && (
            <button type="button" onClick={revert}>
              {t('revert')}
            </button>
          )}
        </span>
      )}
    </div>
  )
}
