// Form fields for the data of an organisation.
import { limits } from '../../../contract/limits.ts'
import { FieldPair, SelectField, TextField } from '../../../ui/fields.tsx'
import { useText } from '../../../ui/words.ts'
import { zoneOptions } from '../../../ui/zone-options.ts'
import { ContactFields } from '../account/part-fields.tsx'
import { enterpriseText } from './text.ts'

export function EnterpriseFields() {
  const t = useText(enterpriseText)
  return (
    <>
      <TextField name="name" label={t('name')} required max={50} />
      <FieldPair>
        <TextField name="contact" label={t('contact')} max={30} />
        <SelectField name="zone" label={t('zone')} options={zoneOptions} required />
      </FieldPair>
      <ContactFields phone={t('phone')} />
      <TextField name="address" label={t('address')} max={100} />
      <TextField name="remark" label={t('remark')} max={limits.remarkLength} />
    </>
  )
}
