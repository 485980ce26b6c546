// Binds the parameters of a symbol when it is placed: all by a device and the names of its variables, or one by one.
import { Select } from 'antd'
import { useEffect, useId, useMemo, useState } from 'react'
import type { SymbolSlot } from '../../contract/user-symbol.ts'
import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import type { Widget } from '../../widgets/widget.ts'
import { DrawnPreview } from '../drawn-preview.tsx'
import { BindBox } from '../panel/bind-box.tsx'
import { bindingTo, type Sources, SourcesProvider } from '../panel/sources.ts'
import type { Variable } from '../panel/variable.ts'
import { useDeviceVariables } from '../propose/use-device-variables.ts'
import { boundAs } from './marks.ts'
import { type Matched, matchedSets } from './names.ts'
import type { Fill, Filled, Placeable } from './placed.ts'
import { symbolText } from './text.ts'
import './symbol.css'

type Props = {
  symbol: Placeable
  /** Current values, for a symbol that is placed already. */
  now?: Filled | undefined
  types: ReadonlyMap<string, Widget>
  sources: Sources
  /** Variables that the page already uses: others are proposed first. */
  used: readonly number[]
  onDone: (filled: Filled) => void
  onClose: () => void
}

export function FillDialog(props: Props) {
  const t = useText(symbolText)
  const { symbol, now, sources } = props
  const title = t(now ? 'bindTitle' : 'placeTitle', { title: sources.symbols?.named(symbol.title) ?? symbol.title })
  return (
    <ModalBox label={title} width={820} onClose={props.onClose}>
      <SourcesProvider value={sources}>
        <header className="symbol-head">
          <h2>{title}</h2>
          <IconAct icon="close" label={t('close')} onClick={props.onClose} />
        </header>
        <Fields {...props} />
      </SourcesProvider>
    </ModalBox>
  )
}

const isBound = (fill: Fill | undefined): boolean => fill !== undefined && boundAs(fill.binding) !== undefined

function Fields({ symbol, now, types, sources, used, onDone, onClose }: Props) {
  const t = useText(symbolText)
  const { content } = symbol
  const named = sources.symbols?.named ?? String
  const [slots, setSlots] = useState<ReadonlyMap<string, Fill>>(() => now?.slots ?? new Map())
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(
    () => new Map(content.texts.map(({ key, value }) => [key, now?.texts.get(key) ?? value])),
  )
  const count = content.slots.filter(({ key }) => isBound(slots.get(key))).length
  const finish = () => {
    // When a placed symbol is changed, removed bindings are cleared.
    const cleared = content.slots.flatMap(({ key }): [string, Fill][] =>
      slots.has(key) ? [] : [[key, { binding: {} }]],
    )
    onDone({ slots: now ? new Map([...cleared, ...slots]) : slots, texts })
  }
  return (
    <>
      <div className="symbol-two">
        <div className="symbol-params">
          {content.slots.length > 0 && (
            <>
              <ByDevice
                {...{ sources, used }}
                slots={content.slots}
                isAsked={!now}
                onTake={(next) => setSlots(new Map([...slots, ...next]))}
              />
              <h3>{t('bindings')}</h3>
              {content.slots.map(({ key, title, kind }) => (
                <div key={key} className="symbol-param">
                  <span>{named(title)}</span>
                  <BindBox
                    label={named(title)}
                    kinds={[kind]}
                    shared={{ value: bindingNow(slots.get(key), kind), isMixed: false }}
                    onChange={(binding, unit) => setSlots(new Map(slots).set(key, { binding, unit }))}
                  />
                </div>
              ))}
            </>
          )}
          {content.texts.length > 0 && <h3>{t('texts')}</h3>}
          {content.texts.map(({ key, title }) => (
            <label key={key} className="symbol-param">
              <span>{named(title)}</span>
              <input
                type="text"
                className="symbol-input"
                maxLength={2000}
                autoComplete="off"
                value={texts.get(key) ?? ''}
                onChange={({ target }) => setTexts(new Map(texts).set(key, target.value))}
              />
            </label>
          ))}
        </div>
        <DrawnPreview {...content} ground="" types={types} label={t('preview')} room={preview} />
      </div>
      <footer className="symbol-foot">
        <span role="status">{content.slots.length > 0 && t('bound', { count, all: content.slots.length })}</span>
        <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
        <PlainAct kind="primary" onClick={finish}>
          {t(now ? 'apply' : 'place')}
        </PlainAct>
      </footer>
    </>
  )
}

const preview = { width: 280, height: 240 }

const bindingNow = (fill: Fill | undefined, kind: SymbolSlot['kind']) =>
  fill && Object.keys(fill.binding).length > 0 ? { ...fill.binding, type: kind } : undefined

type ByDeviceProps = Pick<Props, 'sources' | 'used'> & {
  slots: readonly SymbolSlot[]
  /** Applies the best match immediately. */
  isAsked: boolean
  onTake: (found: ReadonlyMap<string, Fill>) => void
}

const fillsOf = ({ variables }: Matched<Variable>): ReadonlyMap<string, Fill> =>
  new Map(
    [...variables].map(([key, variable]): [string, Fill] => [
      key,
      { binding: bindingTo(variable), unit: { unit: variable.unit, decimals: variable.decimals } },
    ]),
  )

/** Selects a device, and one of its similar sets of variables, e.g. those of one of its pumps. */
function ByDevice({ sources: { variables, devices = [] }, slots, used, isAsked, onTake }: ByDeviceProps) {
  const t = useText(symbolText)
  const id = useId()
  const [device, setDevice] = useState<number>()
  const [start, setStart] = useState<string>()
  /** The device whose best set was applied. */
  const [taken, setTaken] = useState<number | undefined>(undefined)
  const { all, isFailed, retry } = useDeviceVariables(variables, device)
  const own = all?.[0]?.equipId
  useEffect(() => {
    if (device === undefined && own !== undefined) setDevice(own)
  }, [device, own])
  const wanted = useMemo(() => slots.filter(({ kind }) => kind === 'signal'), [slots])
  const sets = useMemo(() => matchedSets(wanted, all ?? []), [wanted, all])
  const take = (set: Matched<Variable> | undefined) => {
    setStart(set?.start)
    if (set) onTake(fillsOf(set))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per device, after its variables have loaded
  useEffect(() => {
    if (!all || own === undefined || taken === own) return
    setTaken(own)
    const shown = new Set(used)
    const fullest = sets.filter(({ variables: found }) => found.size === sets[0]?.variables.size)
    const free = fullest.find((set) => [...set.variables.values()].every(({ signalId }) => !shown.has(signalId)))
    if (isAsked || taken !== undefined) take(free ?? fullest[0])
  }, [all, own])
  return (
    <>
      <div className="symbol-param">
        <label htmlFor={`${id}-device`}>{t('device')}</label>
        <Select<number>
          id={`${id}-device`}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('notSelected')}
          options={devices.map((each) => ({
            value: each.id,
            label: each.subTitle ? `${each.title} · ${each.subTitle}` : each.title,
          }))}
          {...(device === undefined ? {} : { value: device })}
          onChange={setDevice}
        />
      </div>
      <div className="symbol-param">
        <label htmlFor={`${id}-set`}>{t('set')}</label>
        <Select<string>
          id={`${id}-set`}
          showSearch={{ optionFilterProp: 'label' }}
          disabled={sets.length === 0}
          placeholder={t(sets.length === 0 && all ? 'setNone' : 'notSelected')}
          options={sets.map((set) => ({
            value: set.start,
            label: t('setCount', { start: set.start || t('whole'), count: set.variables.size, all: wanted.length }),
          }))}
          {...(start === undefined ? {} : { value: start })}
          onChange={(next) => take(sets.find((set) => set.start === next))}
        />
      </div>
      {isFailed && (
        <p role="alert" className="symbol-note">
          {t('devicesFailed')}
          <PlainAct kind="link" onClick={retry}>
            {t('retry')}
          </PlainAct>
        </p>
      )}
    </>
  )
}
