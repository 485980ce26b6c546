// Saves the selection as a symbol: its name, the names of its parameters, and the texts that are parameters.
import { useEffect, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { bindsOf, countWidgets } from '../../contract/page-document.ts'
import type { SymbolContent, SymbolSlot, SymbolText } from '../../contract/user-symbol.ts'
import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { Widget } from '../../widgets/widget.ts'
import { freeId } from '../document/clipboard.ts'
import { seenOf } from '../document/inside.ts'
import { DrawnPreview } from '../drawn-preview.tsx'
import type { Sources, SymbolSource } from '../panel/sources.ts'
import { edited } from '../state.ts'
import type { Editor } from '../use-editor.ts'
import { inOrder, markedAs } from './marking.ts'
import { originOf } from './marks.ts'
import { type Draft, draftOf, type FoundText, type Names, withTexts } from './symbol.ts'
import { symbolText } from './text.ts'
import './symbol.css'

type Props = {
  editor: Editor
  types: ReadonlyMap<string, Widget>
  sources: Sources
  onClose: () => void
}
type Stored = NonNullable<SymbolSource['all']>[number]

export function SaveSymbolDialog(props: Props) {
  const t = useText(symbolText)
  const { editor, sources, onClose } = props
  const { document, selected } = editor.state
  const ids = useMemo(() => inOrder(document, selected), [document, selected])
  const widgets = useMemo(() => seenOf(document, ids), [document, ids])
  const known = useNames(sources, bindsOf(widgets).signals)
  const origin = widgets.length === 1 ? originOf(widgets[0]!) : undefined
  const before = sources.symbols?.all?.find(({ key }) => key === origin?.key)
  return (
    <ModalBox label={t('saveTitle')} width={860} onClose={onClose}>
      <header className="symbol-head">
        <h2>{t('saveTitle')}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <p className="symbol-about">{t('saveAbout')}</p>
      {known ? (
        <Form {...props} {...{ ids, before }} draft={() => draftOf(widgets, known, before?.content)} />
      ) : (
        <p className="symbol-note">{t('reading')}</p>
      )}
    </ModalBox>
  )
}

/** The names of the variables; without access their bindings provide a name. */
function useNames({ variables }: Sources, ids: readonly number[]): ReadonlyMap<number, Names> | undefined {
  const [known, setKnown] = useState<ReadonlyMap<number, Names>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the selection at opening
  useEffect(() => {
    let isLeft = false
    const show = (all: readonly ({ signalId: number } & Names)[]) =>
      !isLeft && setKnown(new Map(all.map((each) => [each.signalId, each])))
    variables.find(ids).then(show, () => show([]))
    return () => {
      isLeft = true
    }
  }, [])
  return known
}

type FormProps = Props & { ids: readonly string[]; before: Stored | undefined; draft: () => Draft }
/** The chosen texts, keyed by their current text. */
type Chosen = ReadonlyMap<string, SymbolText>

const chosenOf = (texts: readonly FoundText[]): Chosen =>
  new Map(texts.flatMap(({ value, param }) => (param ? [[value, param] as const] : [])))

function Form({ editor, types, sources, ids, before, draft: make, onClose }: FormProps) {
  const t = useText(symbolText)
  const named = sources.symbols?.named ?? String
  const [draft] = useState(make)
  const [isNew, setNew] = useState(before === undefined)
  const [title, setTitle] = useState(before?.title ?? '')
  const [slots, setSlots] = useState<readonly SymbolSlot[]>(draft.content.slots)
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(draft.texts))
  const [busy, setBusy] = useState(false)
  const content: SymbolContent = useMemo(
    () => withTexts({ ...draft.content, slots: [...slots] }, chosen),
    [draft, slots, chosen],
  )
  const why = faultOf(content)
  const save = async () => {
    setBusy(true)
    try {
      const entry = { title: title.trim(), content: tidied(content) }
      const saved = await sources.symbols?.put(entry, isNew ? undefined : before)
      if (!saved) return
      const marked = markedAs(editor.store.get().document, ids, draft, chosen, saved)
      if (marked) editor.change((state) => edited(state, marked))
      toast.good(t('saved', { title: named(saved.title), version: saved.version }))
      onClose()
    } catch (error) {
      toast.bad(error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="symbol-two">
        <div className="symbol-params">
          {before && (
            <div className="symbol-param">
              <span>{t('as')}</span>
              <Segmented
                label={t('as')}
                value={isNew ? 'new' : 'version'}
                options={[
                  {
                    value: 'version',
                    label: t('asVersion', { version: before.version + 1, title: named(before.title) }),
                  },
                  { value: 'new', label: t('asNew') },
                ]}
                onChange={(next) => setNew(next === 'new')}
              />
            </div>
          )}
          <label className="symbol-param">
            <span>{t('title')}</span>
            <input
              type="text"
              className="symbol-input"
              // biome-ignore lint/a11y/noAutofocus: the name is the purpose of the dialog
              autoFocus
              maxLength={limits.titleLength}
              autoComplete="off"
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          </label>
          <SlotTable slots={slots} onChange={setSlots} />
          <Texts found={draft.texts} chosen={chosen} onChange={setChosen} />
        </div>
        <DrawnPreview {...draft.content} ground="" types={types} label={t('preview')} room={preview} />
      </div>
      <footer className="symbol-foot">
        <span role="status">
          {why === 'tooManyParams' && t(why, { most: limits.symbolParams })}
          {why === 'tooManyWidgets' && t(why, { most: limits.symbolWidgets, count: countWidgets(content.widgets) })}
          {!why && draft.left > 0 && t('left', { count: draft.left })}
        </span>
        <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
        <PlainAct
          kind="primary"
          busy={busy}
          disabled={title.trim() === '' || why !== undefined}
          onClick={() => void save()}
        >
          {t('save')}
        </PlainAct>
      </footer>
    </>
  )
}

const preview = { width: 280, height: 240 }

function faultOf({ widgets, slots, texts }: SymbolContent): 'tooManyWidgets' | 'tooManyParams' | undefined {
  if (countWidgets(widgets) > limits.symbolWidgets) return 'tooManyWidgets'
  return Math.max(slots.length, texts.length) > limits.symbolParams ? 'tooManyParams' : undefined
}

/** A parameter without a name is named after the ending of its variables. */
const tidied = (content: SymbolContent): SymbolContent => ({
  ...content,
  slots: content.slots.map((slot, i) => ({ ...slot, title: slot.title.trim() || slot.name || String(i + 1) })),
  texts: content.texts.map((text) => ({
    ...text,
    title: text.title.trim() || text.value.trim().slice(0, limits.symbolParamLength),
  })),
})

function SlotTable({ slots, onChange }: { slots: readonly SymbolSlot[]; onChange: (slots: SymbolSlot[]) => void }) {
  const t = useText(symbolText)
  const change = (place: number, part: Partial<SymbolSlot>) =>
    onChange(slots.map((slot, i) => (i === place ? { ...slot, ...part } : slot)))
  return (
    <>
      <h3>{t('bindings')}</h3>
      {slots.length === 0 && <p className="symbol-note">{t('noBindings')}</p>}
      {slots.length > 0 && (
        <table className="symbol-slots">
          <thead>
            <tr>
              <th scope="col">{t('bindingTitle')}</th>
              <th scope="col">{t('bindingName')}</th>
            </tr>
          </thead>
          <tbody>
            {slots.map(({ key, title, name, kind }, i) => (
              <tr key={key}>
                <td>
                  <input
                    type="text"
                    className="symbol-input"
                    aria-label={t('nameOf', { place: i + 1 })}
                    maxLength={limits.symbolParamLength}
                    value={title}
                    onChange={({ target }) => change(i, { title: target.value })}
                  />
                </td>
                <td>
                  {kind === 'signal' && (
                    <input
                      type="text"
                      className="symbol-input"
                      aria-label={t('endOf', { title })}
                      maxLength={200}
                      spellCheck={false}
                      value={name}
                      onChange={({ target }) => change(i, { name: target.value })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Texts({
  found,
  chosen,
  onChange,
}: {
  found: readonly FoundText[]
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}) {
  const t = useText(symbolText)
  const change = (value: string, next: SymbolText | undefined) => {
    const all = new Map(chosen)
    if (next) all.set(value, next)
    else all.delete(value)
    onChange(all)
  }
  return (
    <>
      <h3>{t('texts')}</h3>
      {found.length === 0 && <p className="symbol-note">{t('noTexts')}</p>}
      {found.map(({ value, param }) => {
        const own = chosen.get(value)
        const fresh = () =>
          param ?? {
            key: freeId(new Set()),
            title: value.slice(0, limits.symbolParamLength),
            value: value.slice(0, 2000),
          }
        return (
          <div key={value} className="symbol-param">
            <label className="symbol-check" title={value}>
              <input
                type="checkbox"
                checked={own !== undefined}
                onChange={({ target }) => change(value, target.checked ? fresh() : undefined)}
              />
              {t('asksFor', { text: value })}
            </label>
            {own && (
              <input
                type="text"
                className="symbol-input"
                aria-label={t('titleOf', { text: value })}
                maxLength={limits.symbolParamLength}
                value={own.title}
                onChange={({ target }) => change(value, { ...own, title: target.value })}
              />
            )}
          </div>
        )
      })}
    </>
  )
}
