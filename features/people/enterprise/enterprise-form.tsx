// Form that adds an enterprise with its first account, or edits one.
import { useMutation } from '@tanstack/react-query'
import { formOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { FieldPair, NumberField, TextField } from '../../../ui/fields.tsx'
import { useZoneOf } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { AccountDrawer } from '../account/part-drawer.tsx'
import { LoginnameField } from '../account/part-fields.tsx'
import type { Shown } from '../account/part-secret-once.tsx'
import { addEnterprise, type Enterprise, editEnterprise } from './contract.ts'
import { EnterpriseFields } from './enterprise-fields.tsx'
import { enterpriseText } from './text.ts'

type Values = InputOf<typeof addEnterprise>

export function EnterpriseForm({
  enterprise,
  ...drawer
}: {
  enterprise: Enterprise | undefined
  onClose: () => void
  onDrawn: (shown: Shown) => void
}) {
  const t = useText(enterpriseText)
  const add = useMutation(formOf(addEnterprise))
  const edit = useMutation(formOf(editEnterprise))
  // A new organisation has the zone of the operator's organisation.
  const zone = useZoneOf({ zone: null })
  return (
    <AccountDrawer<Values>
      width={520}
      title={enterprise ? enterprise.name : t('add')}
      asksPassword={!enterprise}
      initial={enterprise ?? { zone, maxInternal: 200, maxExternal: 200 }}
      send={(values, password) =>
        enterprise ? edit.mutateAsync({ ...values, id: enterprise.id }) : add.mutateAsync({ ...values, password })
      }
      done={({ name }) => t(enterprise ? 'saved' : 'added', { name })}
      {...drawer}
    >
      <EnterpriseFields />
      <FieldPair>
        {(['maxInternal', 'maxExternal'] as const).map((name) => (
          <NumberField
            key={name}
            {...{ name, label: t(name) }}
            required
            min={0}
            max={limits.accountsOfKind}
            digits={0}
          />
        ))}
      </FieldPair>
      {!enterprise && (
        <>
          <h3 className="enterprise-fields-heading">{t('firstAccount')}</h3>
          <LoginnameField />
          <TextField name="accountName" label={t('accountName')} required max={30} />
        </>
      )}
    </AccountDrawer>
  )
}
