// The filter of accounts, and of enterprises, by their state.
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { accountText } from './text.ts'

type WithState = { filters: { state: string }; setFilter: (change: { state: string }) => void }

export function StateFilter({ list }: { list: WithState }) {
  const t = useText(accountText)
  const options = (['', 'enabled', 'disabled'] as const).map((value) => ({
    value: value as string,
    label: t(value || 'all'),
  }))
  return (
    <Segmented
      label={t('state')}
      value={list.filters.state}
      options={options}
      onChange={(state) => list.setFilter({ state })}
    />
  )
}

/** The filter of the platform for a state; null: every state. */
export const disabledIn = (state: string): boolean | null => (state ? state === 'disabled' : null)
