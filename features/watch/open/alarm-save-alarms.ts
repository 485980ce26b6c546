// Saves alarms to a file in the browser, under the name that the platform sends.
import { downloadBlob } from '../../../ui/download.ts'

/** Saves an export as a file. `answered`: the streamed response. */
export async function saveAlarms(answered: Promise<Response>): Promise<void> {
  const response = await answered
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  downloadBlob(named ? decodeURIComponent(named) : 'alarms.xlsx', await response.blob())
}
