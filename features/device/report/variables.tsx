// Selects the variables of a report, in a summary with aggregations: search, groups, all or none.
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Signal } from '../../../contract/equipment-config.ts'
import { aggregations } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { FilterBox, FilterRow } from '../../../ui/filter-box.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { withHeading } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, NoMatch } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { type Choice, choose, chooseAggregation, type Editing } from './editing.ts'
import { aggregationsOf, isStorable } from './rules.ts'
import { reportText } from './text.ts'

type Picker = {
  editing: Editing
  onChange: (columns: readonly Choice[]) => void
}

export function VariablePicker({
  editing,
  onChange,
  signals,
  fault,
}: Picker & { signals: readonly Signal[]; fault: string | undefined }) {
  const t = useText(reportText)
  const [word, setWord] = useState('')
  const [view, setView] = useState<'all' | 'chosen'>('all')
  const { columns, type } = editing
  const chosen = useMemo(() => new Set(columns.map(({ signalId }) => signalId)), [columns])
  const groups = useMemo(
    () => groupsOf(signals, word, view === 'chosen' ? chosen : undefined),
    [signals, word, view, chosen],
  )
  const shown = groups.flatMap((group) => group.signals)
  const isOver = columns.length > limits.columnsPerReport
  const count = { count: formatNumber(columns.length), limit: limits.columnsPerReport }
  return (
    <section className={`card card-flush report-picker picker-${type}`} aria-label={t('pick')}>
      <FilterRow>
        <FilterBox word={word} onWord={setWord} placeholder={t('find')} />
        <Segmented
          label={t('pick')}
          value={view}
          options={[
            { value: 'all', label: t('all'), count: signals.length },
            { value: 'chosen', label: t('chosen'), count: chosen.size },
          ]}
          onChange={setView}
        />
        <strong className={isOver ? 'report-count report-over' : 'report-count'} role="status">
          {type === 'summary'
            ? t(chosen.size === 1 ? 'pickedSumOne' : 'pickedSum', { ...count, signals: formatNumber(chosen.size) })
            : t('picked', count)}
        </strong>
      </FilterRow>
      {fault && (
        <p className="report-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="picker-scroll">
        {shown.length > 0 && <Heading name={t('allShown')} of={shown} editing={editing} onChange={onChange} isTop />}
        {groups.map(({ name, signals: own }) => (
          <div key={name} className="picker-group">
            {groups.length > 1 && (
              <Heading name={name || t('ungrouped')} of={own} editing={editing} onChange={onChange} />
            )}
            {own.map((signal) => (
              <Row key={signal.id} signal={signal} editing={editing} onChange={onChange} />
            ))}
          </div>
        ))}
        {shown.length === 0 &&
          (view === 'chosen' && !word ? (
            <EmptyState icon="chart">{t('none')}</EmptyState>
          ) : (
            <NoMatch onClear={() => setWord('')} />
          ))}
      </div>
    </section>
  )
}

type Group = { name: string; signals: Signal[] }

function groupsOf(signals: readonly Signal[], word: string, only: ReadonlySet<number> | undefined): Group[] {
  const wanted = word.trim().toLowerCase()
  const groups = new Map<string, Signal[]>()
  for (const signal of signals) {
    const { id, name, title, group = '' } = signal
    if (only && !only.has(id)) continue
    if (wanted && ![name, title, group].some((text) => text.toLowerCase().includes(wanted))) continue
    groups.set(group, [...(groups.get(group) ?? []), signal])
  }
  return [...groups].map(([name, own]) => ({ name, signals: own }))
}

/**
 * The heading of a group of variables, or of all shown ones, with a box that selects or clears them; in a summary one
 * box per aggregation.
 */
function Heading({
  name,
  of,
  editing,
  onChange,
  isTop = false,
}: Picker & { name: string; of: readonly Signal[]; isTop?: boolean }) {
  const t = useText(reportText)
  const id = useId()
  const { columns, type } = editing
  const storable = of.filter(isStorable)
  const chosen = new Set(columns.map(({ signalId }) => signalId))
  const count = storable.filter(({ id }) => chosen.has(id)).length
  const isAll = storable.length > 0 && count === storable.length
  return (
    <div className={isTop ? 'picker-row picker-heading picker-top' : 'picker-row picker-heading'}>
      <label htmlFor={id}>
        <Check
          id={id}
          isChecked={isAll}
          isMixed={count > 0 && !isAll}
          isDisabled={storable.length === 0}
          onChange={() => onChange(choose(columns, storable, !isAll, type))}
        />
        <strong>{name}</strong>
        <span className="picker-count">{count > 0 ? `${count} / ${of.length}` : of.length}</span>
      </label>
      {type === 'summary' && (
        <span className="picker-sums">
          {aggregations.map((aggregation) => {
            const able = storable.filter(({ dataType }) => aggregationsOf(dataType).includes(aggregation))
            const has = (id: number) => columns.some((each) => each.signalId === id && each.aggregation === aggregation)
            const isOn = able.length > 0 && able.every(({ id }) => has(id))
            return (
              <Chip
                key={aggregation}
                label={t(aggregation)}
                of={name}
                isOn={isOn}
                isDisabled={able.length === 0}
                onPress={() => onChange(chooseAggregation(columns, able, aggregation, !isOn))}
              />
            )
          })}
        </span>
      )}
    </div>
  )
}

function Row({ signal, editing, onChange }: Picker & { signal: Signal }) {
  const t = useText(reportText)
  const { columns, type } = editing
  const { id, title, name, dataType, unit } = signal
  const own = columns.filter(({ signalId }) => signalId === id)
  const isIn = own.length > 0
  const canStore = isStorable(signal)
  return (
    <div className={isIn ? 'picker-row picker-in' : 'picker-row'}>
      <label htmlFor={`report-signal-${id}`}>
        <Check
          id={`report-signal-${id}`}
          isChecked={isIn}
          isDisabled={!canStore}
          onChange={() => onChange(choose(columns, [signal], !isIn, type))}
        />
        <span className="picker-title">{title}</span>
        <code>{name}</code>
        <span className="picker-type">{canStore ? dataType : t('writeOnly')}</span>
        <span className="picker-unit">{unit}</span>
      </label>
      {type === 'summary' && (
        <span className="picker-sums">
          {aggregations.map((aggregation) => {
            const isOn = own.some((each) => each.aggregation === aggregation)
            return (
              <Chip
                key={aggregation}
                label={t(aggregation)}
                of={title}
                isOn={isOn}
                isDisabled={!canStore || !aggregationsOf(dataType).includes(aggregation)}
                onPress={() => onChange(chooseAggregation(columns, [signal], aggregation, !isOn))}
              />
            )
          })}
        </span>
      )}
    </div>
  )
}

function Check({
  id,
  isChecked,
  isMixed = false,
  isDisabled = false,
  onChange,
}: {
  id: string
  isChecked: boolean
  isMixed?: boolean
  isDisabled?: boolean
  onChange: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed
  }, [isMixed])
  return <input ref={input} id={id} type="checkbox" checked={isChecked} disabled={isDisabled} onChange={onChange} />
}

/** An aggregation; a dash where the variable does not have it. */
function Chip({
  label,
  of,
  isOn,
  isDisabled,
  onPress,
}: {
  label: string
  /** Name of the variable, for screen readers. */
  of: string
  isOn: boolean
  isDisabled: boolean
  onPress: () => void
}) {
  const t = useText(reportText)
  return (
    <button
      type="button"
      className="picker-chip"
      aria-pressed={isOn}
      aria-label={withHeading(of, label)}
      disabled={isDisabled}
      title={isDisabled ? t('noAggregation', { name: label }) : undefined}
      onClick={onPress}
    >
      {isDisabled ? '–' : label}
    </button>
  )
}
