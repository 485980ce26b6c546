// The signed-in account for the parts: the name in the corner, and the permissions.
import { createContext, useCallback, useContext } from 'react'
import type { Language } from '../contract/errors.ts'
import type { DataRange, Permission, RoleType } from '../contract/permissions.ts'
import { machineZone, zoneOfDevice, zoneOfUser } from '../core/zone.ts'
import { createStore, useStore } from './store.ts'

export type Me = {
  userId: number
  loginname: string
  name: string
  orgName: string
  auths: readonly Permission[]
  /** The type of the account's role; undefined for visitors and displays. */
  roleType?: RoleType
  /** The organisation that the account acts in, and its own; they differ while it acts as a guest. */
  orgId?: number
  homeOrgId?: number
  /** The visible devices, groups, projects and accounts; undefined: all. */
  dataRange?: DataRange
  /** IANA zone of the organisation. */
  zone: string
  /** IANA zone that the account has set for its lists; nothing: the browser's. */
  ownZone?: string | null
  /** Language of the organisation, for a browser in which none was chosen; undefined: the browser's. */
  orgLanguage?: Language | null
  /** The first administrator of a fresh installation, who has not answered for time zone and language yet. */
  firstSettingsDue?: boolean
  demo: boolean
  /** The account must choose its own password before it can do anything else. */
  changePassword?: boolean
  /** Path of the account's picture. */
  avatar?: string | null
  /** The account has a device lock, and whether the lock has to be shown before anything else. */
  useLock?: boolean
  lockDue?: boolean
  /** The account has no phone number, and the platform sends SMS. */
  remindPhone?: boolean
  /** Limits of the organisation that are nearly reached. */
  resources?: readonly { kind: 'internal' | 'external' | 'project'; used: number; limit: number }[]
  /** The account must set up its second step before anything else. */
  setUpStep?: boolean
  /** True for a visitor by the link of a shared device, who has no account. */
  isVisitor?: boolean
}

const me = createStore<Me | null>(null)

export const whoAmI = me.get
export const setMe = me.set
export const watchMe = me.watch

let loadMe: (() => Promise<Me>) | undefined

/** Sets the function that `reloadMe` loads the account with; the application sets it once. */
export function setMeLoader(load: () => Promise<Me>): void {
  loadMe = load
}

/** Loads the account again after the platform has changed it. Rethrows the errors of the loader. */
export async function reloadMe(): Promise<void> {
  if (!loadMe) throw new Error('the application has set no loader of the account')
  me.set(await loadMe())
}

export const useMe = (): Me | null => useStore(me)

/** The time zone for facts of a device. */
export const useZoneOf = (device: { zone: string | null }): string =>
  zoneOfDevice(device, useStore(me) ?? { zone: machineZone() })

/** The time zone for lists over several devices, and for facts about the account itself. */
export const useUserZone = (): string => zoneOfUser(useStore(me), machineZone())

/** Wraps a panel about one device: times inside it are in this zone. */
const Here = createContext<string | undefined>(undefined)
export const TimesIn = Here.Provider

/** The time zone at the place of a time: that of the panel's device, else the user's. */
export const useZone = (): string => {
  const user = useUserZone()
  return useContext(Here) ?? user
}

/** Whether an account is signed in. */
export const isAccount = (now: Me | null = me.get()): boolean => now !== null && !now.isVisitor

/** Whether the account belongs to a customer of the organisation: external accounts and guests manage nothing there. */
export const isCustomer = (now: Pick<Me, 'roleType' | 'orgId' | 'homeOrgId'> | null): boolean =>
  now !== null && (now.roleType === 'external' || now.homeOrgId !== now.orgId)

export function mayI(permission: Permission): boolean {
  if (permission === 'public') return true
  const now = me.get()
  if (permission === 'signedIn') return isAccount(now)
  return now?.auths.includes(permission) ?? false
}

/** Maps a permission key to another one, for components reused in a different context. */
const Asked = createContext<(permission: Permission) => Permission>((permission) => permission)
export const AskedAs = Asked.Provider

/**
 * Returns a check of permissions: `const may = useMay(); may('group:edit')`. An action without permission is disabled
 * with its reason, not hidden.
 */
export function useMay(): (permission: Permission) => boolean {
  useStore(me)
  const asked = useContext(Asked)
  return useCallback((permission) => mayI(asked(permission)), [asked])
}
