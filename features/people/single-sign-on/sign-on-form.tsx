// Adds a provider, or changes one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { FieldPair, SelectField, SwitchField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { Copyable } from '../../../ui/key-values.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addSignOn, editSignOn, type SignOn, signOnOrganisations } from './contract.ts'
import { type FormValues, formValues, hasOnlyDomains, settingsIn } from './form-values.ts'
import { IssuerTest } from './issuer-test.tsx'
import { RoleMapFields } from './role-map-fields.tsx'
import { isIssuer, slugPattern } from './rules.ts'
import { signOnText } from './text.ts'

type Props = { origin: string; provider?: SignOn; onClose: () => void }

export function SignOnForm({ origin, provider, onClose }: Props) {
  const t = useText(signOnText)
  const add = useMutation(formOf(addSignOn))
  const edit = useMutation(formOf(editSignOn))
  const save = async (values: FormValues) => {
    const settings = settingsIn(values)
    const { secret = '' } = values
    if (provider) await edit.mutateAsync({ id: provider.id, ...settings, secret: secret || null })
    else await add.mutateAsync({ orgId: values.orgId as OrgId, ...settings, secret })
    return values.name
  }
  return (
    <FormDrawer<FormValues, string>
      open
      width={560}
      title={provider ? provider.name : t('add')}
      initial={formValues(provider)}
      onSubmit={save}
      onDone={(name) => toast.good(t(provider ? 'saved' : 'added', { name }))}
      onClose={onClose}
    >
      <Own origin={origin} isNew={!provider} />
      <Client isNew={!provider} />
      <h3 className="sign-on-heading">{t('people')}</h3>
      <SwitchField name="addsAccounts" label={t('addsAccounts')} note={t('addsNote')} />
      <TextField
        name="emailDomains"
        label={t('emailDomains')}
        note={t('domainsNote')}
        rules={[{ validator: (_, text: string) => refuse(!hasOnlyDomains(text), t('domainRule')) }]}
      />
      <SwitchField name="verifiesStep" label={t('verifiesStep')} note={t('stepNote')} />
      <h3 className="sign-on-heading">{t('roles')}</h3>
      <p className="sign-on-note">{t('rolesNote')}</p>
      <TextField name="roleClaim" label={t('roleClaim')} note={t('claimNote')} max={100} />
      <Roles {...(provider ? { provider } : {})} />
      <h3 className="sign-on-heading">{t('state')}</h3>
      <SwitchField name="enabled" label={t('enabled')} />
    </FormDrawer>
  )
}

const refuse = (isWrong: boolean, why: string) => (isWrong ? Promise.reject(new Error(why)) : Promise.resolve())

function Own({ origin, isNew }: { origin: string; isNew: boolean }) {
  const t = useText(signOnText)
  const { data, isLoading } = useQuery(queryOf(signOnOrganisations, {}))
  const slug = (Form.useWatch('slug') as string | undefined)?.trim() || '…'
  return (
    <>
      <SelectField
        name="orgId"
        label={t('organisation')}
        options={(data ?? []).map(({ id, name }) => ({ value: id as number, label: name }))}
        loading={isLoading}
        disabled={!isNew}
        required
      />
      <FieldPair>
        <TextField name="name" label={t('name')} required max={50} />
        <TextField
          name="slug"
          label={t('slug')}
          required
          max={40}
          rules={[{ pattern: slugPattern, message: t('slugRule') }]}
        />
      </FieldPair>
      <p className="sign-on-note">{t('slugNote', { link: `${origin}/sso/${slug}` })}</p>
      <p className="sign-on-uri">
        <span>{t('redirectNote')}</span>
        <Copyable text={`${origin}/sso/${slug}/callback`}>
          <code>{`${origin}/sso/${slug}/callback`}</code>
        </Copyable>
      </p>
    </>
  )
}

function Client({ isNew }: { isNew: boolean }) {
  const t = useText(signOnText)
  const isWrong = (issuer = '') => issuer.trim() !== '' && !isIssuer(issuer.trim())
  return (
    <>
      <TextField
        name="issuer"
        label={t('issuer')}
        note={t('issuerNote')}
        placeholder="https://"
        required
        max={200}
        rules={[{ validator: (_, issuer?: string) => refuse(isWrong(issuer), t('issuerNote')) }]}
      />
      <IssuerTest />
      <TextField name="clientId" label={t('clientId')} required max={200} />
      <TextField
        name="secret"
        label={t('secret')}
        note={t(isNew ? 'secretNote' : 'secretKept')}
        password
        required={isNew}
        max={limits.signOnSecretLength}
      />
      <TextField name="scope" label={t('scope')} note={t('scopeNote')} required max={200} />
    </>
  )
}

/** Role mapping for the roles of the selected organisation. */
function Roles({ provider }: { provider?: SignOn }) {
  const t = useText(signOnText)
  const { data } = useQuery(queryOf(signOnOrganisations, {}))
  const orgId = Form.useWatch('orgId') as number | undefined
  const roles = data?.find(({ id }) => id === orgId)?.roles ?? []
  const gone = (provider?.roleMap ?? []).filter(({ roleId, roleName }) => roleId !== null && roleName === null)
  const options = [
    ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: 'internal', label: t('internal') },
    { value: 'external', label: t('external') },
    ...gone.map(({ roleId }) => ({ value: String(roleId), label: t('roleGone'), disabled: true })),
  ]
  return <RoleMapFields options={options} />
}
