// The rows of a move: the old variable, the new one with the reason, and the questions to review.
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { useList } from '../../../ui/list.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinWords, withHeading } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { MoveVariable } from './contract.ts'
import type { Line } from './decisions.ts'
import type { Question } from './proposals.ts'
import { rebindingText } from './text.ts'

const rowsAtOnce = 20

export function MoveTable({
  lines,
  onDecide,
}: {
  lines: readonly Line[]
  /** Called with a decision; `to` null: the binding is removed. */
  onDecide: (key: string, to: number | null) => void
}) {
  const t = useText(rebindingText)
  const list = useList({}, rowsAtOnce)
  const [shown, setShown] = useState<'all' | 'open'>('all')
  // Decided rows stay in the list, so that decisions can be changed.
  const asked = lines.filter(({ row }) => row.questions.length > 0)
  const rows = shown === 'open' ? asked : lines
  const query = { data: rows, error: null, refetch: () => undefined }
  return (
    <div className="move-table">
      <DataTable<Line>
        label={t('proposals')}
        columns={useColumns(onDecide)}
        query={query}
        list={list}
        keyOf={({ key }) => key}
        search={t('search')}
        filter={
          <Segmented
            label={t('filter')}
            value={shown}
            options={[
              { value: 'all', label: t('all'), count: lines.length },
              { value: 'open', label: t('open'), count: lines.filter(({ isOpen }) => isOpen).length },
            ]}
            onChange={(next) => {
              setShown(next)
              list.setPage(1)
            }}
          />
        }
        empty={
          lines.length === 0 ? (
            <EmptyState icon="check">{t('nothingUsed')}</EmptyState>
          ) : (
            <EmptyState
              kind="filteredOut"
              icon="check"
              act={<PlainAct onClick={() => setShown('all')}>{t('all')}</PlainAct>}
            >
              {t('none')}
            </EmptyState>
          )
        }
      />
    </div>
  )
}

function useColumns(onDecide: (key: string, to: number | null) => void): Column<Line>[] {
  const t = useText(rebindingText)
  return [
    {
      ...{ key: 'was', title: t('was'), phone: 'title' },
      cell: ({ row, pair }) => <Was line={{ row, pair }} />,
      text: ({ row: { from } }) => `${from.title} ${from.name} ${from.address}`,
    },
    {
      ...{ key: 'becomes', title: t('becomes'), width: '34%' },
      cell: (line) => <Becomes line={line} onDecide={onDecide} />,
      text: ({ to }) => to?.title ?? '',
    },
    {
      ...{ key: 'why', title: t('why') },
      cell: (line) => <Why line={line} />,
      text: ({ row }) => row.reason ?? '',
    },
    {
      ...{ key: 'uses', title: t('uses') },
      cell: ({ row: { widgets, mvars, isKey } }) =>
        joinWords([
          ...(widgets > 0 ? [t('widgets', { count: widgets })] : []),
          ...(mvars > 0 ? [t('mvars', { count: mvars })] : []),
          ...(isKey ? [t('key')] : []),
        ]),
      text: ({ row }) => row.widgets,
    },
  ]
}

const kindWords = ({ name, title, address, dataType, unit }: MoveVariable): string =>
  [name === title ? '' : name, address, dataType, unit].filter(Boolean).join(' · ')

function Was({ line: { row, pair } }: { line: Pick<Line, 'row' | 'pair'> }) {
  const t = useText(rebindingText)
  const named = useName()
  return (
    <span className="move-variable">
      <b>{named(row.from.title)}</b> {row.kind === 'report' && <Tag minor>{t('report')}</Tag>}
      <small>{[named(pair.from.name), kindWords(row.from)].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** The value for no choice in the select, which cannot hold null. */
const nothing = 0

function Becomes({ line, onDecide }: { line: Line; onDecide: (key: string, to: number | null) => void }) {
  const t = useText(rebindingText)
  const named = useName()
  const { key, pair, row, to, isByHand } = line
  const all = row.kind === 'signal' ? pair.signals : pair.reports
  const options = useMemo(() => {
    const first = new Set(row.others)
    // The likeliest candidates are listed first.
    const sorted = [...all].sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
    return [
      { value: nothing, label: t('unbound') },
      ...sorted.map((each) => ({
        value: each.id,
        label: [named(each.title), kindWords(each)].filter(Boolean).join(' · '),
      })),
    ]
  }, [all, row.others, named, t])
  const value = to?.id ?? (isByHand ? nothing : undefined)
  return (
    <Select<number>
      className="move-select"
      aria-label={withHeading(t('becomes'), named(row.from.title))}
      placeholder={t('notChosen')}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      {...(value === undefined ? {} : { value })}
      onChange={(next) => onDecide(key, next === nothing ? null : next)}
      // Selecting the proposed value again confirms it.
      onSelect={(next) => onDecide(key, next === nothing ? null : next)}
    />
  )
}

function Why({ line: { row, to, isByHand, questions, isOpen } }: { line: Line }) {
  const t = useText(rebindingText)
  const words = (question: Question): string => {
    if (question === 'none' || question === 'several' || question === 'weak') return t(`question_${question}`)
    const told = (of: MoveVariable | undefined) => of?.[question] || '—'
    return t(`question_${question}`, { was: told(row.from), is: told(to) })
  }
  return (
    <span className="move-why" data-open={isOpen || undefined}>
      {isByHand
        ? t('byHand')
        : row.reason && row.confidence && `${t(`reason_${row.reason}`)} (${t(`confidence_${row.confidence}`)})`}
      {questions.map((question) => (
        <em key={question}>{words(question)}</em>
      ))}
    </span>
  )
}
