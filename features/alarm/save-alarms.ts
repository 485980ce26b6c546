// Saves alarms to a file in the browser; its name is the platform's.
import { callStream } from '../../contract/call.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { exportAlarms } from './contract.ts'

export async function saveAlarms(input: InputOf<typeof exportAlarms>): Promise<void> {
  const response = await callStream(exportAlarms, input)
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = named ? decodeURIComponent(named) : `alarms.${input.format}`
  link.click()
  URL.revokeObjectURL(link.href)
}
