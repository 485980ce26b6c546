// Calls about a device may be about a template: then they ask for the keys of templates. Decision 33.
import type { Endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** Maps a permission for devices to the one for templates. Other permissions give no access to templates. */
const ofTemplates: Partial<Record<Permission, Permission>> = {
  'equipment:view': 'template:view',
  'monitor:view': 'template:view',
  'history:view': 'template:view',
  'equipment:edit': 'template:edit',
  'page:edit': 'template:edit',
}

type Asked = Pick<Endpoint, 'may' | 'templates'>

/** Whether somebody with these keys may ask a call at all; of what, is looked at once its input is read. */
export const mayAsk = ({ may, templates }: Asked, auths: readonly Permission[]): boolean =>
  auths.includes(may) || (templates === true && mayOfTemplate(may, auths))

/** Whether the call is theirs about a template. */
export function mayOfTemplate(may: Permission, auths: readonly Permission[]): boolean {
  const key = ofTemplates[may]
  return key !== undefined && auths.includes(key)
}

/** The key that stands for one of devices where a template is shown. */
export const keyOfTemplate = (key: Permission): Permission => ofTemplates[key] ?? key

/** The keys by which a call about a template is answered: of devices those whose key of templates is held. */
export const authsOfTemplate = (auths: readonly Permission[]): Permission[] => [
  ...auths.filter((key) => !(key in ofTemplates)),
  ...(Object.keys(ofTemplates) as Permission[]).filter((key) => mayOfTemplate(key, auths)),
]
