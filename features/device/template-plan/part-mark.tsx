// Marks whether devices match their template, in any list of devices: one call for a whole list. For use by other
// rooms, like every file named part-*.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { MatchMark, useMatch } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryTemplateMarks, type TemplateMark } from '../template-binding/contract.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import './template-plan.css'
import { templatePlanText } from './text.ts'

/** The mark of a listed device; null if it follows no template, undefined until loaded. */
export function useTemplateMarks(ids: readonly EquipmentId[]): (id: EquipmentId) => TemplateMark | null | undefined {
  const { marks, isComplete } = useMarkQuery(ids)
  return (id) => marks?.get(id) ?? (isComplete ? null : undefined)
}

/** The marks by device, only of devices that follow a template; undefined until loaded. */
export function useMarks(ids: readonly EquipmentId[]): ReadonlyMap<EquipmentId, TemplateMark> | undefined {
  return useMarkQuery(ids).marks
}

/**
 * Loads the marks of devices. `isComplete`: the marks are those of the given devices, and not of the previous page of
 * the list.
 */
function useMarkQuery(ids: readonly EquipmentId[]) {
  const may = useMay()('equipment:view')
  const { data, isPlaceholderData } = useQuery({
    ...queryOf(queryTemplateMarks, { equipmentIds: [...ids] }),
    enabled: may && ids.length > 0,
    placeholderData: (before) => before,
  })
  const marks = data && new Map(data.map((mark) => [mark.equipmentId, mark]))
  return { marks, isComplete: data !== undefined && !isPlaceholderData }
}

const titles = { match: 'same', mismatch: 'differs', unknown: 'notKnown', unbound: 'notKnown' } as const
const heard = { match: 'isSame', mismatch: 'isOther', unknown: 'isUnknown', unbound: 'isUnknown' } as const

export function TemplateState({ of: { templateName, isSame } }: { of: TemplateMark }) {
  const t = useText(templatePlanText)
  const name = useName()(templateName)
  const shown = useMatch(isSame ? 'match' : 'mismatch')
  return (
    <MatchMark of={shown} title={t(titles[shown], { name })}>
      {name}
      <span className="unseen">{t(heard[shown])}</span>
    </MatchMark>
  )
}

type Device = { id: EquipmentId; name: string; sn: string | null }

/** For the head of a device: the template that the device follows, with its plan. */
export function TemplateMarkOf({ device }: { device: Device }) {
  const mark = useTemplateMarks([device.id])(device.id)
  const [open, setOpen] = useState(false)
  if (!mark) return null
  return (
    <>
      <button type="button" className="template-open" onClick={() => setOpen(true)}>
        <TemplateState of={mark} />
      </button>
      {open && <PlanDrawer device={device} onClose={() => setOpen(false)} />}
    </>
  )
}
