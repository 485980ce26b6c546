// Form that adds an enterprise with its first account, or edits one.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { FieldPair, NumberField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useZoneOf } from '../../../ui/me.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginnameField, PasswordFields, type PasswordWay, typedPassword } from '../account/part-fields.tsx'
import type { Shown } from '../account/part-secret-once.tsx'
import { addEnterprise, type Enterprise, editEnterprise } from './contract.ts'
import { EnterpriseFields } from './enterprise-fields.tsx'
import { enterpriseText } from './text.ts'

type Values = InputOf<typeof addEnterprise> & { way: PasswordWay; password?: string }

export function EnterpriseForm({
  enterprise,
  onClose,
  onDrawn,
}: {
  enterprise?: Enterprise
  onClose: () => void
  onDrawn: (shown: Shown) => void
}) {
  const t = useText(enterpriseText)
  const add = useMutation(formOf(addEnterprise))
  const edit = useMutation(formOf(editEnterprise))
  // A new organisation has the zone of the operator's organisation.
  const zone = useZoneOf({ zone: null })
  const save = async ({ way, password, ...values }: Values): Promise<Shown | null> => {
    if (enterprise) {
      await edit.mutateAsync({ ...values, id: enterprise.id })
      return null
    }
    const typed = typedPassword({ way, ...(password === undefined ? {} : { password }) })
    const made = await add.mutateAsync({ ...values, password: typed })
    return made.password === null ? null : { loginname: values.loginname, password: made.password }
  }
  const initial: Partial<Values> = enterprise ?? {
    zone,
    maxInternal: 200,
    maxExternal: 200,
    way: 'draw',
  }
  return (
    <FormDrawer<Values, { shown: Shown | null; name: string }>
      open
      width={520}
      title={enterprise ? enterprise.name : t('add')}
      initial={initial}
      onSubmit={async (values) => ({ shown: await save(values), name: values.name })}
      onDone={({ shown, name }) => {
        if (shown) onDrawn(shown)
        else toast.good(t(enterprise ? 'saved' : 'added', { name }))
      }}
      onClose={onClose}
    >
      <EnterpriseFields />
      <FieldPair>
        <NumberField
          name="maxInternal"
          label={t('maxInternal')}
          required
          min={0}
          max={limits.accountsOfKind}
          digits={0}
        />
        <NumberField
          name="maxExternal"
          label={t('maxExternal')}
          required
          min={0}
          max={limits.accountsOfKind}
          digits={0}
        />
      </FieldPair>
      {!enterprise && (
        <>
          <h3 className="enterprise-fields-heading">{t('firstAccount')}</h3>
          <LoginnameField />
          <TextField name="accountName" label={t('accountName')} required max={30} />
          <PasswordFields />
        </>
      )}
    </FormDrawer>
  )
}
