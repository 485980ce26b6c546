// Values of a provider's form, and the settings sent from them.
import type { InputOf } from '../../../contract/endpoint.ts'
import type { addSignOn, SignOn, SignOnRoleId } from './contract.ts'

export type FormValues = {
  orgId?: number
  name: string
  slug: string
  issuer: string
  clientId: string
  secret?: string
  scope: string
  roleClaim?: string
  /** `gives`: the id of a role, or an account type. */
  roleMap: { value: string; gives: string }[]
  addsAccounts: boolean
  emailDomains?: string
  verifiesStep: boolean
  enabled: boolean
}

const domain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

/** Splits typed domains at spaces, commas and semicolons, and removes a leading `@`. */
const domainsIn = (text = ''): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;，；]+/)
    .map((each) => each.replace(/^@/, ''))
    .filter((each) => each !== '')

export const hasOnlyDomains = (text?: string): boolean => domainsIn(text).every((each) => domain.test(each))

export function formValues(provider?: SignOn): Partial<FormValues> {
  if (!provider)
    return { scope: 'openid email profile', roleMap: [], addsAccounts: false, verifiesStep: false, enabled: false }
  const { orgId, name, slug, issuer, clientId, scope, roleClaim, roleMap, emailDomains } = provider
  const { addsAccounts, verifiesStep, enabled } = provider
  return {
    ...{ orgId, name, slug, issuer, clientId, scope, addsAccounts, verifiesStep, enabled },
    roleClaim: roleClaim ?? '',
    roleMap: roleMap.map(({ value, roleId, kind }) => ({ value, gives: kind ?? String(roleId) })),
    emailDomains: emailDomains.join(', '),
  }
}

type Settings = Omit<InputOf<typeof addSignOn>, 'orgId' | 'secret'>

export function settingsIn(values: FormValues): Settings {
  const { name, slug, issuer, clientId, scope, roleClaim, roleMap, addsAccounts, verifiesStep, enabled } = values
  return {
    ...{ name, slug, issuer, clientId, scope, addsAccounts, verifiesStep, enabled },
    roleClaim: roleClaim ?? '',
    roleMap: roleMap.map(({ value, gives }) =>
      gives === 'internal' || gives === 'external'
        ? { value, kind: gives }
        : { value, roleId: Number(gives) as SignOnRoleId },
    ),
    emailDomains: domainsIn(values.emailDomains),
  }
}
