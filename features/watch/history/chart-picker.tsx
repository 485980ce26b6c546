// Selects up to ten live variables, with a search.
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { FilterBox } from '../../../ui/filter-box.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { NoMatch } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { historyText } from './text.ts'

export type Pickable = { id: number; title: string; unit: string | null; why?: string | undefined }
export type PickGroup = { name: string; of: readonly Pickable[] }

/** Groups of variables to select from; at least one stays selected, since an empty chart shows nothing. */
export function ChartPicker({
  open,
  groups,
  chosen,
  onChoose,
  onClose,
}: {
  open: boolean
  groups: readonly PickGroup[]
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  onClose: () => void
}) {
  const t = useText(historyText)
  const [word, setWord] = useState('')
  const wanted = word.trim().toLowerCase()
  const found = groups
    .map(({ name, of }) => ({ name, of: of.filter(({ title }) => title.toLowerCase().includes(wanted)) }))
    .filter(({ of }) => of.length > 0)
  const isFull = chosen.length >= limits.curveSignals
  const toggle = (id: number) => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]
    if (next.length > 0) onChoose(next)
  }
  return (
    <SideDrawer open={open} title={t('chooseVariables')} width={360} onClose={onClose}>
      <div className="picker">
        <div className="history-picker-head">
          <FilterBox word={word} onWord={setWord} placeholder={t('searchVariables')} />
          <small role="status">
            {isFull ? t('tooMany') : t('chosen', { count: chosen.length, most: limits.curveSignals })}
          </small>
        </div>
        {found.length === 0 && <NoMatch onClear={() => setWord('')} />}
        {found.map(({ name, of }) => (
          <fieldset key={name}>
            <legend>{name}</legend>
            {of.map(({ id, title, unit, why }) => {
              const isChosen = chosen.includes(id)
              const refused = why ?? (isFull && !isChosen ? t('tooMany') : undefined)
              return (
                <label key={id} title={refused} data-off={refused ? '' : undefined}>
                  <input type="checkbox" checked={isChosen} disabled={!!refused} onChange={() => toggle(id)} />
                  <span>{title}</span>
                  {unit && <small className="history-unit">{unit}</small>}
                </label>
              )
            })}
          </fieldset>
        ))}
      </div>
    </SideDrawer>
  )
}
