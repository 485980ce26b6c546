// The permission table: tick, empty, dash (no such permission), lock (the author lacks it).
import { Tooltip } from 'antd'
import { useEffect, useRef } from 'react'
import { permissionColumns } from '../../../contract/permissions.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { useNavigationTree } from '../../../ui/navigation-tree.ts'
import { withHeading } from '../../../ui/punctuation.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { columnWords, keyWord } from '../../frame/permission-words.ts'
import type { PlacedPermission } from '../../frame/permissions.ts'
import type { Editing } from './draft.ts'
import { type MatrixRow, type MatrixSection, placesIn, sectionsOf } from './matrix-rows.ts'
import { roleText } from './text.ts'

type Shown = { editing: Editing; keys: readonly PlacedPermission[]; isLocked: boolean; isExternal: boolean }

export function RoleMatrix({ editing, keys, isLocked, isExternal }: Shown) {
  const t = useText(roleText)
  const language = useLanguage()
  const sections = sectionsOf(useNavigationTree(), keys)
  return (
    <table className="role-matrix">
      <thead>
        <tr>
          <th scope="col">{t('page')}</th>
          {permissionColumns.map((column) => (
            <th key={column} scope="col" className="role-cell">
              {labelIn(columnWords[column], language)}
            </th>
          ))}
          <th scope="col">{t('functions')}</th>
        </tr>
      </thead>
      {sections.map((section) => (
        <Section key={section.label?.en ?? ''} section={section} {...{ editing, keys, isLocked, isExternal }} />
      ))}
    </table>
  )
}

type State = { isOn: boolean; why: string | undefined; isChanged: boolean }

/** Whether a permission is set, why it cannot be changed, and whether it was set before the changes. */
function useKeyState({ editing: { draft, changes }, isLocked, isExternal }: Omit<Shown, 'keys'>) {
  const t = useText(roleText)
  const may = useMay()
  return ({ key, isForAllDevices }: PlacedPermission): State => {
    const isOn = draft.auths.includes(key)
    const needsAll = isForAllDevices && draft.dataRange !== 'all' && !isExternal
    return {
      isOn,
      why: isLocked ? t('locked') : may(key) ? (needsAll && !isOn ? t('needsAll') : undefined) : t('lacking'),
      isChanged: changes.some((change) => 'key' in change && change.key === key),
    }
  }
}

function Section({ section: { label, rows }, ...shown }: Shown & { section: MatrixSection }) {
  const t = useText(roleText)
  const language = useLanguage()
  const stateOf = useKeyState(shown)
  const name = labelIn(label, language) ?? t('other')
  const free = placesIn(rows).filter((place) => !stateOf(place).why)
  const on = placesIn(rows).filter((place) => stateOf(place).isOn).length
  const isAll = on === placesIn(rows).length
  return (
    <tbody>
      <tr className="role-section">
        <th scope="rowgroup" colSpan={permissionColumns.length + 2}>
          <SectionBox
            label={t('allOf', { name })}
            state={isAll ? 'all' : on > 0 ? 'some' : 'none'}
            isOff={free.length === 0}
            onChange={() =>
              shown.editing.toggle(
                free.map(({ key }) => key),
                !free.every((place) => stateOf(place).isOn),
              )
            }
          />
          {name}
        </th>
      </tr>
      {rows.map((row) => (
        <Row key={row.page} row={row} {...shown} />
      ))}
    </tbody>
  )
}

type BoxProps = { label: string; state: 'all' | 'some' | 'none'; isOff: boolean; onChange: () => void }

function SectionBox({ label, state, isOff, onChange }: BoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      className="role-box"
      aria-label={label}
      checked={state === 'all'}
      disabled={isOff}
      onChange={onChange}
    />
  )
}

/** More functions than these have a line of their own: beside the columns they would be stacked. */
const maxBeside = 3

function Row({ row, ...shown }: Shown & { row: MatrixRow }) {
  const language = useLanguage()
  const stateOf = useKeyState(shown)
  const { toggle } = shown.editing
  const name = labelIn(row.label, language)
  const state = placesIn([row]).some((place) => stateOf(place).isOn) ? '' : 'role-closed'
  const isLong = row.functions.length > maxBeside
  const functions = row.functions.map((place) => (
    <KeyChip
      key={place.key}
      label={keyWord(place.key, language)}
      state={stateOf(place)}
      onChange={(isGiven) => toggle([place.key], isGiven)}
    />
  ))
  const cells = (
    <tr className={`${state}${isLong ? ' role-first' : ''}`}>
      <th scope="row">{name}</th>
      {permissionColumns.map((column) => {
        const place = row.columns[column]
        const word = labelIn(columnWords[column], language)
        return (
          <td key={column} className="role-cell" data-title={word}>
            {place ? (
              <KeyBox
                label={withHeading(name, word)}
                state={stateOf(place)}
                onChange={(isGiven) => toggle([place.key], isGiven)}
              />
            ) : (
              <span className="role-none">–</span>
            )}
          </td>
        )
      })}
      <td className="role-functions">{!isLong && functions}</td>
    </tr>
  )
  if (!isLong) return cells
  return (
    <>
      {cells}
      <tr className={state} aria-label={name}>
        <td className="role-functions" colSpan={permissionColumns.length + 2}>
          {functions}
        </td>
      </tr>
    </>
  )
}

type KeyProps = { label: string; state: State; onChange: (isGiven: boolean) => void }

function KeyBox({ label, state: { isOn, why, isChanged }, onChange }: KeyProps) {
  if (why && !isOn)
    return (
      <Tooltip title={why} trigger={['hover', 'focus']}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason is read by keyboard too */}
        <span className="role-lock" role="img" aria-label={withHeading(label, why)} tabIndex={0}>
          <Icon name="lock" size={14} />
        </span>
      </Tooltip>
    )
  return (
    <span className={isChanged ? 'role-changed' : undefined} title={why}>
      <input
        type="checkbox"
        className="role-box"
        aria-label={label}
        checked={isOn}
        disabled={!!why}
        onChange={(event) => onChange(event.target.checked)}
      />
    </span>
  )
}

function KeyChip({ label, state: { isOn, why, isChanged }, onChange }: KeyProps) {
  const chip = (
    <label className={`role-chip${isChanged ? ' role-changed' : ''}`}>
      <input
        type="checkbox"
        className="unseen"
        checked={isOn}
        disabled={!!why}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {isOn ? <Icon name="check" size={14} /> : why && <Icon name="lock" size={14} />}
        {label}
      </span>
    </label>
  )
  return why ? (
    <Tooltip title={why} trigger={['hover', 'focus']}>
      {chip}
    </Tooltip>
  ) : (
    chip
  )
}
