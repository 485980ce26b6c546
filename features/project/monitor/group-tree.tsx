// The groups next to the list; on a phone one field above it.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { queryOf } from '../../../contract/call.ts'
import { formatNumber } from '../../../ui/format.ts'
import { useLink } from '../../../ui/link.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import { queryMonitorGroups } from '../../device/group/contract.ts'
import { linesOf } from '../../device/group/rules.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { monitorText } from './text.ts'

type Entry = { value: string; name: string; count?: number; level: number }

/** Deep levels are indented less, so that the tenth has room for its name. */
const indentOf = (level: number) => 8 + Math.min(level, 3) * 18 + Math.max(0, level - 3) * 6

export function GroupTree({ value, onGroup }: { value: string; onGroup: (group: string) => void }) {
  const t = useText(monitorText)
  const name = useName()
  const narrow = useNarrow()
  const { data, error, refetch } = useQuery({ ...queryOf(queryMonitorGroups, {}), refetchInterval: 30_000 })
  // Counts are hidden while they cannot be refreshed.
  const isUp = useLink().state === 'up'
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const entries: Entry[] = data
    ? [
        { value: '', name: t('allGroups'), count: data.total, level: 0 },
        { value: 'followed', name: t('followed'), level: 0 },
        { value: 'mine', name: t('mine'), count: data.mine, level: 0 },
        { value: 'ungrouped', name: t('ungrouped'), count: data.ungrouped, level: 0 },
        ...linesOf(data.groups).map(({ id, name: source, ...line }) => ({
          ...{ value: String(id), name: name(source) },
          ...line,
        })),
      ]
    : []
  if (narrow) {
    return (
      <Select
        className="group-choice"
        aria-label={t('groups')}
        value={value}
        onChange={onGroup}
        options={entries.map(({ value: id, name, level, count }) => ({
          value: id,
          label: `${'\u2003'.repeat(level)}${name}${count === undefined || !isUp ? '' : ` · ${count}`}`,
        }))}
      />
    )
  }
  if (!data) {
    return (
      <nav className="group-tree" aria-label={t('groups')}>
        <Skeleton lines={7} />
      </nav>
    )
  }
  return (
    <nav className="group-tree" aria-label={t('groups')}>
      {entries.map(({ value: id, name, count, level }) => (
        <button
          key={id}
          type="button"
          aria-current={id === value}
          style={{ paddingLeft: indentOf(level) }}
          onClick={() => onGroup(id)}
        >
          <span title={name}>{name}</span>
          {count !== undefined && isUp && <b>{formatNumber(count)}</b>}
        </button>
      ))}
    </nav>
  )
}
