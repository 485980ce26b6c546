// The signed-in account for the parts: the name in the corner, and the permissions.
import type { Permission } from '../contract/permissions.ts'
import { createStore, useStore } from './store.ts'

export type Me = {
  userId: number
  loginname: string
  name: string
  orgName: string
  auths: readonly Permission[]
  /** IANA zone of the organisation. */
  zone: string
  demo: boolean
  /** It must choose a password of its own before anything else. */
  changePassword?: boolean
  /** It must set up the second step of signing in before anything else. */
  setUpStep?: boolean
}

const me = createStore<Me | null>(null)

export const whoAmI = me.get
export const setMe = me.set
export const watchMe = me.watch
export const useMe = (): Me | null => useStore(me)

/** Whose clock the times of a device are by: its own, or else its organisation's. */
export const useZoneOf = (device: { zone: string | null }): string => {
  const now = useStore(me)
  return device.zone ?? now?.zone ?? 'UTC'
}

export function mayI(permission: Permission): boolean {
  if (permission === 'public') return true
  const now = me.get()
  return now !== null && (permission === 'signedIn' || now.auths.includes(permission))
}

/** `const may = useMay(); may('group:edit')`: an action without permission is disabled with its reason, not hidden. */
export function useMay(): (permission: Permission) => boolean {
  useStore(me)
  return mayI
}
