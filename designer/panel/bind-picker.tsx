// Finds a variable among thousands by name, device or address, with current values. Works by keyboard alone: type,
// arrows, Enter.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Binding } from '../../contract/page-document.ts'
import { Icon } from '../../ui/icon.tsx'
import { ModalBox } from '../../ui/modal-box.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useText } from '../../ui/words.ts'
import type { BindKind } from '../../widgets/bind-kind.ts'
import { Live } from './binding-card.tsx'
import { BothNames } from './both-names.tsx'
import { mostFound, offered, useNamed, useSources } from './sources.ts'
import { panelText } from './text.ts'
import { useLive } from './use-live.ts'
import { type Hit, useSearch } from './use-search.ts'
import type { Unit } from './variable.ts'
import './bind-picker.css'

const kindWords = {
  signal: 'kindSignal',
  mvar: 'kindMvar',
  system: 'kindSystem',
  report: 'kindReport',
  customReport: 'kindCustomReport',
  scene: 'kindScene',
} as const

type Props = {
  label: string
  kinds: readonly BindKind[]
  /** The current binding; the search can be limited to its device. */
  now?: Binding | undefined
  /** Set when several variables are added in turn: the number that still fits. */
  room?: number | undefined
  onPick: (binding: Binding, kind: BindKind, unit?: Unit) => void
  onClose: () => void
}

function HitRow({ hit, id, isAt, isPicked, onPick }: HitRowProps) {
  const { variable, title, subTitle } = hit
  const live = useLive(variable?.signalId)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAt) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isAt])
  const named = useNamed()
  const isNamed = variable !== undefined && variable.name !== title
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names it
    <div ref={row} id={id} role="option" aria-selected={isAt} data-picked={isPicked || undefined} onClick={onPick}>
      <span className="hit-title">
        <BothNames given={title} />
        {isNamed && <small>{variable.name}</small>}
        {isPicked && <Icon name="check" size={14} />}
      </span>
      <Live of={live} />
      <small>{named(subTitle)}</small>
      <small>{variable?.address}</small>
    </div>
  )
}
type HitRowProps = { hit: Hit; id: string; isAt: boolean; isPicked: boolean; onPick: () => void }

export function BindPicker(props: Props) {
  return (
    <ModalBox label={props.label} width={560} onClose={props.onClose}>
      <Picker {...props} />
    </ModalBox>
  )
}

function Picker({ label, kinds, now, room, onPick, onClose }: Props) {
  const t = useText(panelText)
  const { variables } = useSources()
  const named = useNamed()
  const list = useId()
  const box = useRef<HTMLInputElement>(null)
  const own = offered(kinds, variables)
  const [kind, setKind] = useState<BindKind>(own[0] ?? 'signal')
  const [text, setText] = useState('')
  const [isOnly, setOnly] = useState(false)
  const [round, setRound] = useState(0)
  const [at, setAt] = useState(0)
  const [picked, setPicked] = useState<readonly string[]>([])
  const device = Number(now?.equipId) || undefined
  const found = useSearch(variables, { kind, text, equipId: isOnly ? device : undefined }, round)
  const hits = found.hits.slice(0, mostFound)
  const place = Math.min(at, Math.max(0, hits.length - 1))
  useEffect(() => box.current?.focus(), [])
  const pick = (hit: Hit | undefined) => {
    if (!hit || picked.includes(hit.key)) return
    onPick(hit.binding, hit.kind, hit.unit)
    if (room === undefined || room <= 1) onClose()
    else setPicked([...picked, hit.key])
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined) setAt(Math.min(Math.max(0, place + step), Math.max(0, hits.length - 1)))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && !found.isAsking) pick(hits[place])
    else return
    event.preventDefault()
  }
  return (
    <div className="bind-picker">
      <h2>{label}</h2>
      {own.length > 1 && (
        <Segmented
          label={label}
          value={kind}
          options={own.map((each) => ({ value: each, label: t(kindWords[each]) }))}
          onChange={setKind}
        />
      )}
      <div className="bind-search">
        <Icon name="search" size={16} />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={hits[place] && `${list}-${place}`}
          aria-label={t('search')}
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        {kind === 'signal' && device !== undefined && now?.subTitle && (
          <label className="bind-only">
            <input type="checkbox" checked={isOnly} onChange={(event) => setOnly(event.currentTarget.checked)} />
            {t('onlyDevice', { device: named(now.subTitle) })}
          </label>
        )}
      </div>
      <div id={list} className="bind-hits" role="listbox" aria-label={label} aria-busy={found.isAsking}>
        {hits.map((hit, index) => (
          <HitRow
            key={hit.key}
            id={`${list}-${index}`}
            hit={hit}
            isAt={index === place}
            isPicked={picked.includes(hit.key)}
            onPick={() => pick(hit)}
          />
        ))}
        {hits.length === 0 && (
          <p className="bind-empty" role="status">
            {found.isAsking ? t('searching') : t(found.isFailed ? 'failed' : 'noneFound')}
            {found.isFailed && (
              <PlainAct kind="link" onClick={() => setRound(round + 1)}>
                {t('retry')}
              </PlainAct>
            )}
          </p>
        )}
      </div>
      <footer>
        <span>{found.hits.length > mostFound && t('refine', { count: mostFound })}</span>
        <PlainAct onClick={onClose}>{t(picked.length > 0 ? 'done' : 'cancel')}</PlainAct>
      </footer>
    </div>
  )
}
