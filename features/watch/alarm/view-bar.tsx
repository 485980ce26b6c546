// The views of the list with their counts, the saved filters, and the filter fields.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { type AlarmKind, alarmKinds, alarmKindWords } from '../../../contract/alarm-kinds.ts'
import { mutationOf } from '../../../contract/call.ts'
import { alarmLevels } from '../../../contract/equipment-config.ts'
import { Act } from '../../../ui/act.tsx'
import { FilterBox } from '../../../ui/filter-box.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { filterOf, isNarrowed, searchOf } from './address.ts'
import { levelWords } from './alarm-words.ts'
import {
  type AlarmFilter,
  alarmViews,
  deleteAlarmFilter,
  queryAlarmFilters,
  type SavedFilter,
  saveAlarmFilter,
} from './contract.ts'
import { useFilters } from './part-queries.ts'
import { alarmText } from './text.ts'

type Counts = Partial<Record<AlarmFilter['view'], number>> | undefined

export function ViewBar({ counts, filter }: { counts: Counts; filter: AlarmFilter }) {
  const t = useText(alarmText)
  const { path, search, go } = usePlace()
  const filters = useFilters()
  const [isOpen, setOpen] = useState(isNarrowed(filter))
  const saved = filters.data ?? []
  const chosen = saved.find(({ id }) => String(id) === search.filter)
  const show = (next: AlarmFilter, id?: number) =>
    go(withSearch(path, { ...searchOf(next), filter: id, alarm: search.alarm }))
  const options = [
    ...alarmViews.map((view) => ({ value: view as string, label: t(view), count: counts?.[view] })),
    ...saved.map(({ id, name, count }) => ({
      value: `filter-${id}`,
      label: name,
      count: counts && count !== null ? count : undefined,
    })),
  ]
  const choose = (value: string) => {
    const one = saved.find(({ id }) => `filter-${id}` === value)
    if (one) return show(one.filter, one.id)
    const view = alarmViews.find((each) => each === value) ?? 'open'
    // Leaving a saved filter resets the fields; otherwise they stay.
    show({ ...(chosen ? filterOf({}) : filter), view })
  }
  return (
    <>
      <div className="alarm-views">
        <Segmented
          label={t('views')}
          value={chosen ? `filter-${chosen.id}` : filter.view}
          options={options}
          onChange={choose}
        />
        {chosen ? <Forget filter={chosen} onGone={() => show(filterOf({}))} /> : <Keep filter={filter} />}
        <span className="alarm-views-end">
          <Act icon="filter" onClick={() => setOpen(!isOpen)}>
            {t('filter')}
          </Act>
        </span>
      </div>
      {(isOpen || isNarrowed(filter)) && <Narrowing filter={filter} onChange={(next) => show(next)} />}
    </>
  )
}

/** The filter fields: severity, kind and keyword. */
function Narrowing({ filter, onChange }: { filter: AlarmFilter; onChange: (next: AlarmFilter) => void }) {
  const t = useText(alarmText)
  const language = useLanguage()
  const { levels, kinds, keyword } = filter
  const toggle = (level: (typeof alarmLevels)[number]) => {
    const next = alarmLevels.filter((each) => (levels ?? []).includes(each) !== (each === level))
    onChange({ ...filter, levels: next.length > 0 ? next : null })
  }
  return (
    <div className="filter-row alarm-narrowing">
      <FilterBox
        word={keyword ?? ''}
        onWord={(word) => onChange({ ...filter, keyword: word || null })}
        placeholder={t('search')}
      />
      <fieldset className="alarm-levels">
        <legend className="unseen">{t('severities')}</legend>
        {alarmLevels.map((level) => (
          <button
            key={level}
            type="button"
            aria-pressed={levels?.includes(level) ?? false}
            onClick={() => toggle(level)}
          >
            <SeverityMark severity={level} />
            {levelWords[language][level]}
          </button>
        ))}
      </fieldset>
      <Select
        aria-label={t('kind')}
        className="alarm-kind"
        value={kinds?.[0] ?? null}
        placeholder={t('anyKind')}
        allowClear
        options={alarmKinds.map((value) => ({ value, label: alarmKindWords[language][value] }))}
        onChange={(next: AlarmKind | undefined) => onChange({ ...filter, kinds: next ? [next] : null })}
      />
      {isNarrowed(filter) && (
        <PlainAct kind="link" onClick={() => onChange(filterOf({ view: filter.view }))}>
          {t('clearFilter')}
        </PlainAct>
      )}
    </div>
  )
}

/** Saves the current filter under a name, in place. */
function Keep({ filter }: { filter: AlarmFilter }) {
  const t = useText(alarmText)
  const client = useQueryClient()
  const { path, search, go } = usePlace()
  const [isNaming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const save = useMutation(mutationOf(saveAlarmFilter))
  if (!isNaming)
    return (
      <PlainAct kind="link" icon="plus" onClick={() => setNaming(true)}>
        {t('saveFilter')}
      </PlainAct>
    )
  const send = () => {
    if (!name.trim()) return
    save.mutate(
      { ...filter, name, isShared },
      {
        onSuccess: async ({ id }) => {
          toast.good(t('filterSaved'))
          await client.invalidateQueries({ queryKey: [queryAlarmFilters.path] })
          setNaming(false)
          go(withSearch(path, { ...search, filter: id }), { replace: true })
        },
      },
    )
  }
  return (
    <form
      className="alarm-keep"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it stands where it was asked for
        autoFocus
        className="alarm-input"
        aria-label={t('filterName')}
        placeholder={t('filterName')}
        maxLength={30}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          setNaming(false)
        }}
      />
      <Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)}>
        {t('filterShared')}
      </Checkbox>
      <Act submit sends busy={save.isPending} why={!name.trim() && t('filterName')}>
        {t('saveFilter')}
      </Act>
    </form>
  )
}

function Forget({ filter: { id, name, isOwn }, onGone }: { filter: SavedFilter; onGone: () => void }) {
  const t = useText(alarmText)
  const client = useQueryClient()
  const forget = useMutation(mutationOf(deleteAlarmFilter))
  if (!isOwn) return null
  return (
    <button
      type="button"
      className="icon-act"
      aria-label={t('deleteFilter', { name })}
      title={t('deleteFilter', { name })}
      onClick={() =>
        forget.mutate(
          { id },
          {
            onSuccess: () => {
              void client.invalidateQueries({ queryKey: [queryAlarmFilters.path] })
              onGone()
            },
          },
        )
      }
    >
      <Icon name="trash" size={16} />
    </button>
  )
}
