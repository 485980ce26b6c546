// Form that creates an invitation: address, role, expiry and number of uses.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { ChoiceField, FieldPair, NumberField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useMay } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { Email, externalCalls, internalCalls } from '../account/contract.ts'
import { PlacingFields } from '../account/part-fields.tsx'
import { addInvitation, type InvitedType, invitedTypes } from './contract.ts'
import { adds } from './rules.ts'
import { invitationText } from './text.ts'

type Values = InputOf<typeof addInvitation>

export function InvitationForm({ onClose, onMade }: { onClose: () => void; onMade: (code: string) => void }) {
  const t = useText(invitationText)
  const may = useMay()
  const types = invitedTypes.filter((type) => may(adds[type]))
  const [type, setType] = useState<InvitedType>(types[0] ?? 'internal')
  const { data: choices } = useQuery(queryOf((type === 'internal' ? internalCalls : externalCalls).choices, {}))
  const { mutateAsync } = useMutation(formOf(addInvitation))
  const rule = {
    validator: async (_: unknown, value: unknown) => {
      if (value && !Email.safeParse(value).success) throw new Error(t('emailWrong'))
    },
  }
  return (
    <FormDrawer<Values, { code: string }>
      open
      width={460}
      title={t('addTitle')}
      act={t('add')}
      initial={{ roleType: type, days: 7, uses: 1 }}
      onChange={({ roleType }) => setType(roleType)}
      // The role may belong to the type chosen before.
      onSubmit={({ roleId = null, departmentId = null, ...values }) => {
        const isOfType = choices?.roles.some(({ id }) => id === roleId)
        return mutateAsync({ ...values, roleId: isOfType ? roleId : null, departmentId })
      }}
      onDone={({ code }) => onMade(code)}
      onClose={onClose}
    >
      <ChoiceField name="roleType" label={t('type')} options={types.map((value) => ({ value, label: t(value) }))} />
      <PlacingFields key={type} choices={choices} />
      <TextField name="email" label={t('email')} max={100} note={t('emailNote')} rules={[rule]} />
      <FieldPair>
        <NumberField name="days" label={t('days')} required min={1} max={limits.invitationDays} digits={0} />
        <NumberField name="uses" label={t('uses')} required min={1} max={limits.invitationUses} digits={0} />
      </FieldPair>
    </FormDrawer>
  )
}
