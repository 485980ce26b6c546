// Alarm notifications by e-mail, SMS and phone, and their outcome.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { type AlarmLevel, type AlarmMethod, alarmLevels, alarmMethods } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import {
  AccountId,
  AlarmId,
  EquipmentId,
  Instant,
  type OrgId,
  pageOf,
  paging,
  RoleId,
} from '../../../contract/fields.ts'
import { messageChannels } from '../../platform/verification/contract.ts'

/**
 * State of a delivery. `sending`: passed to a provider that has not answered yet; `dropped`: intentionally not sent.
 */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Reasons of a state. Dropped: the alarm was acknowledged or silenced, or the account has no such address, is disabled,
 * cannot see the device, does not want the message or has reached its hourly limit, or the platform has no provider; in
 * development mode (`development`) the platform stores the message instead of sending it.
 * Waiting: for the account's hours, or for a retry. Failed: no provider accepted the message.
 */
export const deliveryReasons = [
  ...([
    'acknowledged',
    'shelved',
    'noAddress',
    'disabled',
    'unseen',
    'unwanted',
    'tooMany',
    'off',
    'development',
  ] as const),
  ...(['hours', 'retry', 'notTaken'] as const),
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

export const Delivery = z.object({
  id: z.number(),
  alarmId: AlarmId,
  alarmName: z.string(),
  level: z.enum(alarmLevels),
  /** Number of other alarms of the device in the same message. */
  others: z.number(),
  equipmentId: EquipmentId,
  equipmentName: z.string(),
  accountName: z.string(),
  method: z.enum(alarmMethods),
  state: z.enum(deliveryStates),
  reason: z.enum(deliveryReasons).nullable(),
  tries: z.number(),
  createdAt: Instant,
  /** When a waiting message is sent. */
  dueAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** When a message on the screen was opened. */
  readAt: Instant.nullable(),
})
export type Delivery = z.output<typeof Delivery>

export const queryDeliveries = post('/lfscada/alarm/delivery/query', {
  may: 'alarm:view',
  on: { alarm: 'alarmId', equipment: 'equipmentId' },
  about:
    'Lists the notifications of alarms of the visible devices, with recipient, channel and result, newest first. Accounts of another company see only their own.',
  input: z.object({
    ...paging,
    alarmId: AlarmId.nullish(),
    equipmentId: EquipmentId.nullish(),
    method: z.enum(alarmMethods).nullish(),
    state: z.enum(deliveryStates).nullish(),
  }),
  output: pageOf(Delivery),
})

export const queryReceivers = post('/lfscada/alarm/receiver/query', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about:
    'Lists possible recipients of alarm notifications of a device: accounts that see it and its alarms, their roles, and the channels.',
  input: z.object({ equipmentId: EquipmentId }),
  output: z.object({
    accounts: z.array(
      z.object({
        id: AccountId,
        name: z.string(),
        roleId: RoleId.nullable(),
        /** Whether the account has an e-mail address and a phone number. */
        hasEmail: z.boolean(),
        hasPhone: z.boolean(),
      }),
    ),
    roles: z.array(z.object({ id: RoleId, name: z.string() })),
    /** Channels for which the platform has a provider. */
    channels: z.array(z.enum(messageChannels)),
  }),
})
export type Receivers = z.output<typeof queryReceivers.output>

export const tryReach = post('/lfscada/alarm/receiver/try', {
  may: 'signedIn',
  about:
    'Sends the caller a test message of the kind that notifies of an alarm. In development mode the platform stores it instead.',
  input: z.object({ method: z.enum(messageChannels) }),
  output: z.object({ isSent: z.boolean() }),
})

/** Notifications of an alarm to create. */
export type NewDelivery = {
  orgId: OrgId
  equipmentId: EquipmentId
  alarmId: AlarmId
  others: number
  level: AlarmLevel
  to: readonly AccountId[]
  methods: readonly AlarmMethod[]
  title: Readonly<Record<Language, string>>
  note: Readonly<Record<Language, string>>
  language: Language
}
