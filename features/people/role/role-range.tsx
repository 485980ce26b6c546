// Data range and page regions of a role.
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { dataRanges } from '../../../contract/permissions.ts'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { rangeWords } from '../../frame/permission-words.ts'
import { userInfo } from '../login/contract.ts'
import { queryRegions } from './contract.ts'
import type { Editing } from './draft.ts'
import { isWider } from './rules.ts'
import { roleText } from './text.ts'

type Shown = { editing: Editing; isLocked: boolean; isExternal: boolean }

/** Rights of the current user: the upper limit for the role. */
export const useOwnRights = () => useQuery(queryOf(userInfo, {})).data

export function RoleRange({ editing: { draft, changes, set }, isLocked, isExternal }: Shown) {
  const t = useText(roleText)
  const language = useLanguage()
  const own = useOwnRights()?.dataRange ?? 'granted'
  return (
    <fieldset className="role-block">
      <legend>
        {t('dataRange')} <small>{t('dataRangeNote')}</small>
      </legend>
      <div className="role-chips">
        {dataRanges
          .filter((range) => !isExternal || range === 'granted')
          .map((range) => {
            const isOn = draft.dataRange === range
            const isBeyond = !isLocked && !isOn && isWider(range, own)
            const isChanged = isOn && changes.some(({ kind }) => kind === 'dataRange')
            return (
              <label
                key={range}
                className={`role-chip${isChanged ? ' role-changed' : ''}`}
                title={isBeyond ? t('widerThanOwn') : undefined}
              >
                <input
                  type="radio"
                  className="unseen"
                  name="dataRange"
                  checked={isOn}
                  disabled={isLocked || isBeyond}
                  onChange={() => set({ dataRange: range })}
                />
                <span>
                  {isOn ? <Icon name="check" size={14} /> : isBeyond && <Icon name="lock" size={14} />}
                  {labelIn(rangeWords[range], language)}
                </span>
              </label>
            )
          })}
      </div>
    </fieldset>
  )
}

export function RoleRegions({ editing, isLocked }: Omit<Shown, 'isExternal'>) {
  const t = useText(roleText)
  const { draft, changes, set } = editing
  const { data: used = [] } = useQuery(queryOf(queryRegions, {}))
  const own = useOwnRights()?.authRegion ?? null
  const all = draft.regions === null
  const given = draft.regions ?? []
  const offered = [...new Set([...used, ...given])].sort()
  const isChanged = (region: string) => changes.some((change) => 'region' in change && change.region === region)
  return (
    <fieldset className="role-block">
      <legend>
        {t('regions')} <small>{t('regionsNote')}</small>
      </legend>
      <div className="role-chips">
        <Chip
          label={t('allRegions')}
          isOn={all}
          isChanged={changes.some(({ kind }) => kind === 'allRegions')}
          lock={isLocked ? t('locked') : own !== null && !all ? t('lacking') : undefined}
          onChange={(on) => set({ regions: on ? null : [] })}
        />
        {!all &&
          offered.map((region) => (
            <Chip
              key={region}
              label={region}
              isOn={given.includes(region)}
              isChanged={isChanged(region)}
              lock={
                isLocked
                  ? t('locked')
                  : own !== null && !own.includes(region) && !given.includes(region)
                    ? t('lacking')
                    : undefined
              }
              onChange={(on) => set({ regions: on ? [...given, region] : given.filter((each) => each !== region) })}
            />
          ))}
        {!all && offered.length === 0 && <span className="role-faint">{t('noRegions')}</span>}
      </div>
      {!all && !isLocked && <AddRegion known={given} onAdd={(region) => set({ regions: [...given, region] })} />}
    </fieldset>
  )
}

type ChipProps = {
  label: string
  isOn: boolean
  isChanged: boolean
  lock: string | undefined
  onChange: (isOn: boolean) => void
}

function Chip({ label, isOn, isChanged, lock, onChange }: ChipProps) {
  return (
    <label className={`role-chip${isChanged ? ' role-changed' : ''}`} title={lock}>
      <input
        type="checkbox"
        className="unseen"
        checked={isOn}
        disabled={!!lock}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {isOn ? <Icon name="check" size={14} /> : lock && <Icon name="lock" size={14} />}
        {label}
      </span>
    </label>
  )
}

function AddRegion({ known, onAdd }: { known: readonly string[]; onAdd: (region: string) => void }) {
  const t = useText(roleText)
  const [typed, setTyped] = useState('')
  const region = typed.trim()
  const isBad = region.length > limits.regionLength || /[,，]|^\*$/.test(region)
  const add = () => {
    if (region === '' || isBad) return
    if (!known.includes(region)) onAdd(region)
    setTyped('')
  }
  return (
    <div className="role-add-region">
      <Input
        aria-label={t('addRegion')}
        placeholder={t('addRegion')}
        value={typed}
        status={isBad ? 'error' : ''}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={add}
      />
      <Act why={isBad && t('badRegion', { max: limits.regionLength })} onClick={add}>
        {t('addRegionAct')}
      </Act>
    </div>
  )
}
