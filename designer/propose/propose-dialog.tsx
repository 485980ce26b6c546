// Creates a page from variables: select them, change how each is drawn, and preview the draft.
import { Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { FilterBox } from '../../ui/filter-box.tsx'
import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { symbols } from '../../widgets/symbol/all.ts'
import type { Widget } from '../../widgets/widget.ts'
import type { Point } from '../document/geometry.ts'
import { DrawnPreview } from '../drawn-preview.tsx'
import { laidOn } from '../import/place.ts'
import type { Sources } from '../panel/sources.ts'
import type { Variable } from '../panel/variable.ts'
import { edited } from '../state.ts'
import type { Editor } from '../use-editor.ts'
import { type Chosen, drawProposal, maxCurves } from './draw.ts'
import { type DrawnKind, possible, proposedKind } from './kinds.ts'
import { proposeText } from './text.ts'
import { useDeviceVariables } from './use-device-variables.ts'
import './propose.css'

type Props = {
  editor: Editor
  types: ReadonlyMap<string, Widget>
  sources: Sources
  /** The middle of the visible part of the page. */
  middle: () => Point
  onClose: () => void
}

const symbolKeys = new Set(symbols.map(({ key }) => key))

export function ProposeDialog({ editor, types, sources, middle, onClose }: Props) {
  const t = useText(proposeText)
  const { document } = editor.state
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map())
  const [hasTrend, setTrend] = useState(true)
  const [hasAlarms, setAlarms] = useState(false)
  const ground = document.con.bgColor
  const draft = useMemo(() => {
    const words = { trend: t('trend'), alarms: t('alarms'), on: t('on'), off: t('off') }
    return drawProposal({ chosen: [...chosen.values()], hasTrend, hasAlarms, words, symbols: symbolKeys })
  }, [chosen, hasTrend, hasAlarms, t])
  const insert = () => {
    const next = laidOn(document, { ...draft, ground }, middle())
    if ('refused' in next) return editor.refuse(next.refused)
    editor.change((state) => edited(state, next))
    onClose()
  }
  return (
    <ModalBox label={t('title')} width={920} onClose={onClose}>
      <header className="propose-head">
        <h2>{t('title')}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <p className="propose-about">{t('about')}</p>
      <div className="propose">
        <Choice sources={sources} chosen={chosen} onChange={setChosen} />
        <div className="propose-draft">
          {chosen.size === 0 ? (
            <p className="propose-nothing">{t('nothing')}</p>
          ) : (
            <DrawnPreview {...draft} ground={ground} types={types} label={t('preview')} />
          )}
          <label>
            <input type="checkbox" checked={hasTrend} onChange={({ target }) => setTrend(target.checked)} />
            {t('hasTrend', { count: maxCurves })}
          </label>
          <label>
            <input type="checkbox" checked={hasAlarms} onChange={({ target }) => setAlarms(target.checked)} />
            {t('hasAlarms')}
          </label>
        </div>
      </div>
      <footer className="propose-foot">
        <p>
          {chosen.size > 0 && `${t('count', { count: chosen.size })} · `}
          {t(document.widgets.length === 0 ? 'toEmpty' : 'toGroup')}
        </p>
        <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
        <PlainAct kind="primary" disabled={chosen.size === 0} onClick={insert}>
          {t('draw')}
        </PlainAct>
      </footer>
    </ModalBox>
  )
}

type Changed = (chosen: ReadonlyMap<number, Chosen>) => void

/** Selects variables of one device at a time; the selection of other devices is preserved. */
function Choice({
  sources: { variables, devices = [] },
  chosen,
  onChange,
}: {
  sources: Sources
  chosen: ReadonlyMap<number, Chosen>
  onChange: Changed
}) {
  const t = useText(proposeText)
  const [device, setDevice] = useState<number>()
  const [word, setWord] = useState('')
  const { all, isFailed, retry } = useDeviceVariables(variables, device)
  // Starts with the device of the page, if it has one.
  const own = all?.[0]?.equipId
  useEffect(() => {
    if (device === undefined && own !== undefined) setDevice(own)
  }, [device, own])
  const shown = useMemo(() => matching(all ?? [], word), [all, word])
  const put = (some: readonly Variable[], kindOf: (variable: Variable) => DrawnKind | undefined) => {
    const next = new Map(chosen)
    for (const variable of some) {
      const kind = kindOf(variable)
      if (kind) next.set(variable.signalId, { variable, kind })
      else next.delete(variable.signalId)
    }
    onChange(next)
  }
  const isAll = shown.length > 0 && shown.every(({ signalId }) => chosen.has(signalId))
  return (
    <div className="propose-choice">
      {devices.length > 1 && (
        <Select<number>
          aria-label={t('device')}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('noDevice')}
          options={devices.map(({ id, title }) => ({ value: id, label: title }))}
          {...(device === undefined ? {} : { value: device })}
          onChange={setDevice}
        />
      )}
      <div className="propose-filter">
        <FilterBox word={word} onWord={setWord} placeholder={t('filter')} />
        <PlainAct
          disabled={shown.length === 0}
          onClick={() =>
            put(shown, isAll ? () => undefined : (each) => chosen.get(each.signalId)?.kind ?? proposedKind(each))
          }
        >
          {t(isAll ? 'none' : 'all')}
        </PlainAct>
      </div>
      {shown.length > 0 ? (
        <ul className="propose-list" aria-label={t('variables')}>
          {shown.map((variable) => (
            <Line
              key={variable.signalId}
              variable={variable}
              kind={chosen.get(variable.signalId)?.kind}
              onKind={(kind) => put([variable], () => kind)}
            />
          ))}
        </ul>
      ) : (
        <p className="propose-list propose-none" role="status">
          {isFailed ? t('failed') : !all ? t('reading') : t(all.length === 0 ? 'empty' : 'noMatch')}
          {isFailed && (
            <PlainAct kind="link" onClick={retry}>
              {t('retry')}
            </PlainAct>
          )}
        </p>
      )}
    </div>
  )
}

function matching(all: readonly Variable[], word: string): readonly Variable[] {
  const words = word.trim().toLowerCase().split(/\s+/)
  return all.filter(({ title, name, address }) => {
    const text = `${title} ${name} ${address}`.toLowerCase()
    return words.every((each) => text.includes(each))
  })
}

/** One variable of the list. `kind`: the chosen widget; undefined if the variable is not selected. */
function Line({
  variable,
  kind,
  onKind,
}: {
  variable: Variable
  kind: DrawnKind | undefined
  onKind: (kind: DrawnKind | undefined) => void
}) {
  const t = useText(proposeText)
  const { title, unit, address } = variable
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={kind !== undefined}
          onChange={({ target }) => onKind(target.checked ? proposedKind(variable) : undefined)}
        />
        <span>{title}</span>
        <small>{[address, unit].filter(Boolean).join(' · ')}</small>
      </label>
      {kind && (
        <select
          aria-label={t('drawnAs', { title })}
          value={kind}
          onChange={({ target }) => onKind(target.value as DrawnKind)}
        >
          {possible(variable).map((each) => (
            <option key={each} value={each}>
              {t(`kind_${each}`)}
            </option>
          ))}
        </select>
      )}
    </li>
  )
}
