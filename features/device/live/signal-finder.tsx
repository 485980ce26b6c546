// Controls above the variables of a device: a filter, and a jump to a group. Small devices do not need them.
import { Select } from 'antd'
import { FilterBox, FilterRow } from '../../../ui/filter-box.tsx'
import { useText } from '../../../ui/words.ts'
import { groupAnchor, type SignalGroup } from './find-signals.ts'
import { finderText } from './finder-text.ts'

/** With fewer variables than this the whole list is visible. */
const fewSignals = 12

export function SignalFinder({
  total,
  shown,
  groups,
  word,
  onWord,
}: {
  total: number
  shown: number
  groups: readonly SignalGroup[]
  word: string
  onWord: (word: string) => void
}) {
  const t = useText(finderText)
  if (total <= fewSignals && word === '') return null
  const jump = (name: string) => {
    const section = document.getElementById(groupAnchor(name))
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('button.live-name')?.focus({ preventScroll: true })
  }
  return (
    <div className="signal-finder">
      <FilterRow>
        <FilterBox word={word} onWord={onWord} placeholder={t('filter')} />
        {groups.length > 1 && (
          <Select<string>
            aria-label={t('jump')}
            placeholder={t('jump')}
            value={null}
            options={groups.map(({ name, signals }) => ({
              value: name,
              label: `${name || t('others')} · ${signals.length}`,
            }))}
            onChange={jump}
            popupMatchSelectWidth={false}
            showSearch={{ optionFilterProp: 'label' }}
          />
        )}
        <span className="signal-count" role="status">
          {word ? t('found', { shown, total }) : t('all', { total })}
        </span>
      </FilterRow>
    </div>
  )
}
