// The browser's side of a visit: sends it with each call, and sets the visitor's permissions.
import { setUpCalls } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { keepHere, readKeptHere } from '../../../ui/kept.ts'
import { setMe } from '../../../ui/me.ts'
import type { visitInfo } from './contract.ts'
import { permissionsOf, visitHeader } from './rules.ts'

type Visited = OutputOf<typeof visitInfo>
export type VisitedDevice = Visited & { equipmentId: EquipmentId }
export type VisitedProject = Visited & { projectId: ProjectId }

/** A visit is stored for its window only, under the start of its link. */
const placeOf = (token: string) => `visit ${token.slice(0, 12)}`
export const readVisit = (token: string): string => readKeptHere(placeOf(token)) ?? ''
export const keepVisit = (token: string, visit: string): void => keepHere(placeOf(token), visit)

/** Sends all further calls with this visit; returns a function that ends this. */
export function askAs(visit: string): () => void {
  setUpCalls({ headers: { [visitHeader]: visit } })
  return () => {
    setUpCalls({ headers: {} })
    setMe(null)
  }
}

/** Sets a user without account, with the permissions of the visit. */
export function beVisitor(visited: Visited): void {
  const { zone } = visited
  const nobody = { userId: 0, loginname: '', name: '', orgName: '', demo: false }
  setMe({ ...nobody, auths: permissionsOf(visited), zone, isVisitor: true })
}
