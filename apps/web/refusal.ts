// Why an account may not open a page: whether its administrator can grant the permission at all. [S6]
import type { RoleType } from '../../contract/permissions.ts'
import { isCustomer, type Me, mayI } from '../../ui/me.ts'
import type { PageRoute } from '../../ui/routes.ts'

/** Names of texts; undefined: an administrator can grant the permission, and the usual advice applies. */
type Refusal = 'adminPage' | 'staffPage' | 'customerPage'

const staff: readonly (RoleType | undefined)[] = ['admin', 'operation']

/** Pages whose permission an account of a customer can have: those of monitoring, and the map. */
export const isForCustomers = ({ path }: Pick<PageRoute, 'path'>): boolean => /^\/(monitor\/|map$)/.test(path)

/** Whether a signed-in account lacks the permission of a page. */
export const isRefused = (route: Pick<PageRoute, 'may'> | undefined, me: Me | null): boolean =>
  route !== undefined && me !== null && !mayI(route.may)

/** The reason why an account can never open a page, by the rules of `features/people/access/rules.ts`. */
export function refusalOf(
  route: Pick<PageRoute, 'path' | 'isForAdmin' | 'isForStaff'>,
  me: Pick<Me, 'roleType' | 'orgId' | 'homeOrgId'> | null,
): Refusal | undefined {
  if (route.isForAdmin) return 'adminPage'
  if (route.isForStaff && (isCustomer(me) || !staff.includes(me?.roleType))) return 'staffPage'
  return isCustomer(me) && !isForCustomers(route) ? 'customerPage' : undefined
}
