// The message of an alarm: text with chips for values filled in when the alarm is raised, and a preview.
import { Select } from 'antd'
import { useId, useLayoutEffect, useReducer, useRef } from 'react'
import { limits } from '../../../contract/limits.ts'
import { everySecond } from '../../../signal/web/use-binding.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { signalOptions } from '../config/part-signal-options.ts'
import { draftOf, type Editing } from './editing.ts'
import { alarmRuleText } from './text.ts'
import type { AlarmPart } from './use-was.ts'
import { useWas } from './use-was.ts'
import { contentParts, contentWords, knownOf, messageWords } from './words.ts'

export function MessageField(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, faultOf } = part
  const { content, kind } = editing
  const was = useWas(part)
  const labelId = useId()
  const box = useRef<HTMLDivElement>(null)
  const known = knownOf(signals)
  const wordsOf = (mark: string) =>
    mark === 'value' ? t('markValue') : mark === 'limit' ? t('markLimit') : known.get(Number(mark))?.title
  // The DOM node holds the typed text, so it is written to only if its content differs from the edited rule.
  useLayoutEffect(() => {
    if (box.current && writtenIn(box.current) !== content) write(box.current, content, wordsOf)
  })
  const take = () => box.current && change({ content: writtenIn(box.current) })
  const insert = (mark: string) => {
    if (!box.current) return
    putIn(box.current, chip(mark, wordsOf(mark) ?? mark))
    take()
  }
  const isAbout = kind === 'limit' || kind === 'state' || kind === 'rate'
  const fault = faultOf('content')
  return (
    <div className={fault ? 'editor-field editor-wrong' : 'editor-field'}>
      <span className="form-label">
        <span id={labelId}>{t('content')}</span>
        <span className="editor-was">
          {was('content', (text) => contentWords(text, known))} {content.length} / {limits.alarmContentLength}
        </span>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: chips among text stand in no input */}
      <div
        ref={box}
        className="alarm-message"
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        tabIndex={0}
        aria-labelledby={labelId}
        aria-invalid={!!fault}
        spellCheck={false}
        onInput={take}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onPaste={(event) => {
          event.preventDefault()
          const text = event.clipboardData.getData('text/plain').replace(/\s+/g, ' ')
          if (box.current) putIn(box.current, document.createTextNode(text))
          take()
        }}
      />
      <div className="alarm-chips">
        <small>{t('insertMark')}</small>
        {isAbout && <Chip label={t('markValue')} onClick={() => insert('value')} />}
        {isAbout && <Chip label={t('markLimit')} onClick={() => insert('limit')} />}
        {!part.calculated && (
          <Select
            size="small"
            aria-label={t('markVariable')}
            value={null}
            placeholder={t('markVariable')}
            options={signalOptions(signals)}
            showSearch={{ optionFilterProp: 'search' }}
            onChange={(id: number | null) => id && insert(String(id))}
          />
        )}
      </div>
      {fault ? (
        <p className="editor-fault" role="alert">
          {fault}
        </p>
      ) : (
        <Reads {...part} />
      )}
    </div>
  )
}

const Chip = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <PlainAct kind="link" onClick={onClick}>
    {label}
  </PlainAct>
)

/** Preview of the message with current values. */
function Reads({ editing, signals, values, calculated }: AlarmPart) {
  const t = useText(alarmRuleText)
  const name = useName()
  const [, again] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => everySecond(again), [])
  if (editing.content.trim() === '') return <p className="alarm-note">{t('contentNote')}</p>
  const known = knownOf(signals)
  const read = calculated?.read ?? ((id: number) => values?.source.subscribe(id).read())
  const text = messageWords(t, name(editing.content), conditionFor(editing), known, read)
  return <p className="alarm-note">{t('reads', { text })}</p>
}

/** The condition for the preview, also while the limit is missing. */
const conditionFor = (editing: Editing) =>
  draftOf({ ...editing, limit: editing.limit ?? Number.NaN })?.condition ?? ({ kind: 'offline' } as const)

const mark = 'mark'

function chip(of: string, words: string): HTMLElement {
  const node = document.createElement('span')
  node.className = 'alarm-chip'
  node.contentEditable = 'false'
  node.dataset[mark] = of
  node.textContent = words
  return node
}

function write(box: HTMLElement, content: string, wordsOf: (mark: string) => string | undefined): void {
  const nodes = contentParts(content).map((part) => {
    if ('text' in part) return document.createTextNode(part.text)
    const words = wordsOf(part.mark)
    return words === undefined ? document.createTextNode(`{${part.mark}}`) : chip(part.mark, words)
  })
  box.replaceChildren(...nodes)
}

/** Reads the content of the node; non-breaking spaces of the browser become plain spaces. */
const writtenIn = (box: HTMLElement): string =>
  [...box.childNodes]
    .map((node) => {
      const of = node instanceof HTMLElement ? node.dataset[mark] : undefined
      return of === undefined ? (node.textContent ?? '') : `{${of}}`
    })
    .join('')
    .replaceAll('\u00a0', ' ')

/** Inserts a node at the caret, or at the end, and places the caret behind it. */
function putIn(box: HTMLElement, node: Node): void {
  const selection = window.getSelection()
  const isHere = selection && selection.rangeCount > 0 && box.contains(selection.anchorNode)
  const range = isHere ? selection.getRangeAt(0) : document.createRange()
  if (!isHere) {
    range.selectNodeContents(box)
    range.collapse(false)
  }
  range.deleteContents()
  range.insertNode(node)
  range.setStartAfter(node)
  range.collapse(true)
  box.focus()
  selection?.removeAllRanges()
  selection?.addRange(range)
}
