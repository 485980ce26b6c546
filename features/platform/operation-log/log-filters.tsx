// The filters of a page of the log; all of them are in the address.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { queryOf } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import { byName } from '../../../core/by-name.ts'
import { useLanguage } from '../../../ui/language.ts'
import type { ListState } from '../../../ui/list.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { actWords, objectWords } from '../../frame/acts.ts'
import { type Act, type ObjectType, queryLogAccounts, results } from './contract.ts'
import { SpanFilter } from './span-filter.tsx'
import { operationLogText } from './text.ts'

/** Filters of the log. `from` and `to` are epoch ms. */
type LogFilters = { act: string; kind: string; user: string; result: string; from: string; to: string }
export const noFilters: LogFilters = { act: '', kind: '', user: '', result: '', from: '', to: '' }

const instant = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : null)
const has = <K extends string>(words: Record<K, unknown>, key: string): key is K => Object.hasOwn(words, key)

/** The query for these filters; unknown values in the address are ignored. */
export function askedBy({ word, filters: { act, kind, user, result, from, to } }: ListState<LogFilters>) {
  return {
    keyword: word,
    act: has<Act>(actWords, act) ? act : null,
    objectType: has<ObjectType>(objectWords, kind) ? kind : null,
    account: user || null,
    result: results.find((each) => each === result) ?? null,
    from: instant(from),
    to: instant(to),
  }
}

type List = { list: ListState<LogFilters> }

/** The options of a filter, sorted by their labels. */
const optionsOf = (words: Record<string, Record<Language, string>>, language: Language) =>
  Object.entries(words)
    .map(([value, names]) => ({ value, label: labelIn(names, language) }))
    .sort((a, b) => byName(a.label, b.label))

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChoose: (value: string) => void
}) {
  return (
    <Select<string>
      className="log-choice"
      aria-label={label}
      value={value || null}
      options={options}
      placeholder={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={(next: string | undefined) => onChoose(next ?? '')}
    />
  )
}

export function ActChoice({ list }: List) {
  const t = useText(operationLogText)
  const options = optionsOf(actWords, useLanguage())
  return (
    <Choice
      label={t('anyAct')}
      value={list.filters.act}
      options={options}
      onChoose={(act) => list.setFilter({ act })}
    />
  )
}

export function KindChoice({ list }: List) {
  const t = useText(operationLogText)
  const options = optionsOf(objectWords, useLanguage())
  return (
    <Choice
      label={t('anyKind')}
      value={list.filters.kind}
      options={options}
      onChoose={(kind) => list.setFilter({ kind })}
    />
  )
}

export function UserChoice({ list }: List) {
  const t = useText(operationLogText)
  const { data = [] } = useQuery(queryOf(queryLogAccounts, {}))
  const { user } = list.filters
  // Includes a name without an account: a gateway that reported something, or an account that was removed.
  const names = user && !data.includes(user) ? [user, ...data] : data
  const options = names.map((value) => ({ value, label: value }))
  return (
    <Choice label={t('anyUser')} value={user} options={options} onChoose={(next) => list.setFilter({ user: next })} />
  )
}

export function ResultChoice({ list }: List) {
  const t = useText(operationLogText)
  const options = results.map((value) => ({ value: value as string, label: t(value) }))
  return (
    <Choice
      label={t('anyResult')}
      value={list.filters.result}
      options={options}
      onChoose={(result) => list.setFilter({ result })}
    />
  )
}

export function SpanChoice({ list, zone }: List & { zone: string }) {
  const { from, to } = list.filters
  return <SpanFilter from={from} to={to} zone={zone} onSpan={list.setFilter} />
}
