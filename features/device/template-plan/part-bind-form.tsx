// The form that binds a device to a gateway, with a template to bind in the same step. For use by other rooms, like
// every file named part-*.
import { useMutation, useQuery } from '@tanstack/react-query'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { SelectField } from '../../../ui/fields.tsx'
import { useText } from '../../../ui/words.ts'
import { type BindAsked, BindForm } from '../../gateway/open/binding.tsx'
import { useName } from '../../platform/open/translation-name.ts'
import { queryTemplates, TemplateId } from '../template/contract.ts'
import { bindGatewayAndTemplate, queryTemplateMarks } from '../template-binding/contract.ts'
import { templatePlanText } from './text.ts'

type Device = { id: EquipmentId; name: string }

/** The form over a page; it offers templates while the device follows none. */
export function BindDeviceForm({ equipment, onClose }: { equipment: Device; onClose: () => void }) {
  const t = useText(templatePlanText)
  const templates = useTemplates(equipment.id)
  const { mutateAsync } = useMutation(formOf(bindGatewayAndTemplate))
  const fields = templates.length > 0 && (
    <SelectField
      name="templateId"
      label={t('withTemplate')}
      clearable
      options={templates}
      note={t('withTemplateNote')}
    />
  )
  const bind = (asked: BindAsked, values: Readonly<Record<string, unknown>>) => {
    const { data: templateId } = TemplateId.safeParse(values.templateId)
    return templateId === undefined ? undefined : mutateAsync({ ...asked, templateId })
  }
  return <BindForm equipment={equipment} more={{ fields, bind }} onClose={onClose} />
}

/** Templates that can be bound in the same step; none if the device follows one already. */
function useTemplates(id: EquipmentId) {
  const named = useName()
  const marks = useQuery(queryOf(queryTemplateMarks, { equipmentIds: [id] }))
  const { data } = useQuery({ ...queryOf(queryTemplates, {}), enabled: marks.data?.length === 0 })
  return marks.data?.length === 0 ? (data ?? []).map((each) => ({ value: each.id, label: named(each.name) })) : []
}
