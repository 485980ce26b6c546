// The signed-in account for the parts: the name in the corner, and the permissions.
import { createContext, useCallback, useContext } from 'react'
import type { Language } from '../contract/errors.ts'
import type { DataRange, Permission } from '../contract/permissions.ts'
import { machineZone, zoneOfDevice, zoneOfUser } from '../core/zone.ts'
import { createStore, useStore } from './store.ts'

export type Me = {
  userId: number
  loginname: string
  name: string
  orgName: string
  auths: readonly Permission[]
  /** Which devices, groups, projects and accounts it sees; nothing: all. */
  dataRange?: DataRange
  /** IANA zone of the organisation. */
  zone: string
  /** IANA zone that the account has set for its lists; nothing: the browser's. */
  ownZone?: string | null
  /** Of the organisation, for a browser in which none was chosen; nothing: the browser's. */
  orgLanguage?: Language | null
  /** The first administrator of a fresh installation, who has not answered for time zone and language yet. */
  firstSettingsDue?: boolean
  demo: boolean
  /** It must choose a password of its own before anything else. */
  changePassword?: boolean
  /** Path of its picture. */
  avatar?: string | null
  /** It has a device lock, and whether that is to be shown before anything else. */
  useLock?: boolean
  lockDue?: boolean
  /** It has no phone number, and the platform sends SMS. */
  remindPhone?: boolean
  /** Places of the organisation that run out. */
  resources?: readonly { kind: 'internal' | 'external' | 'project'; used: number; limit: number }[]
  /** It must set up the second step of signing in before anything else. */
  setUpStep?: boolean
  /** No account: whoever came by the link of a shared device. */
  isVisitor?: boolean
}

const me = createStore<Me | null>(null)

export const whoAmI = me.get
export const setMe = me.set
export const watchMe = me.watch
export const useMe = (): Me | null => useStore(me)

/** The clock that facts of a device are told by. */
export const useZoneOf = (device: { zone: string | null }): string =>
  zoneOfDevice(device, useStore(me) ?? { zone: machineZone() })

/** The clock that lists over several devices, and facts about the account itself, are told by. */
export const useUserZone = (): string => zoneOfUser(useStore(me), machineZone())

/** Around a panel about one device: within it times are told by this clock. */
const Here = createContext<string | undefined>(undefined)
export const TimesIn = Here.Provider

/** The clock of the place where a time is shown: of the device that a panel is about, else the user's. */
export const useZone = (): string => {
  const user = useUserZone()
  return useContext(Here) ?? user
}

/** Whether an account is signed in. */
export const isAccount = (now: Me | null = me.get()): boolean => now !== null && !now.isVisitor

export function mayI(permission: Permission): boolean {
  if (permission === 'public') return true
  const now = me.get()
  if (permission === 'signedIn') return isAccount(now)
  return now?.auths.includes(permission) ?? false
}

/** For parts that are shown about something else than usual: which key stands for the one that they ask for. */
const Asked = createContext<(permission: Permission) => Permission>((permission) => permission)
export const AskedAs = Asked.Provider

/** `const may = useMay(); may('group:edit')`: an action without permission is disabled with its reason, not hidden. */
export function useMay(): (permission: Permission) => boolean {
  useStore(me)
  const asked = useContext(Asked)
  return useCallback((permission) => mayI(asked(permission)), [asked])
}
