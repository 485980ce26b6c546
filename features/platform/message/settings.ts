// The settings of alerts: for which types of messages, and in which ways. [S3 prompType] [S2 system settings: message
// types, reminder styles]
import { z } from 'zod'
import { messageTypes } from './contract.ts'

export const promptStyles = ['sound', 'title', 'alter'] as const
export type PromptStyle = (typeof promptStyles)[number]

export const settings = {
  promptType: z.array(z.enum(promptStyles)).max(promptStyles.length).default(['sound', 'title']),
  /** The types of messages that alert the user; other types arrive without an alert. */
  messageTypes: z
    .array(z.enum(messageTypes))
    .max(messageTypes.length)
    .default([...messageTypes]),
  speaksMessages: z.boolean().default(false),
}

declare module '../user-config/contract.ts' {
  interface UserSettings {
    promptType: PromptStyle[]
    messageTypes: (typeof messageTypes)[number][]
    speaksMessages: boolean
  }
}
