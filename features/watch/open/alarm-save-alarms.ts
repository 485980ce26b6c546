// Saves alarms to a file in the browser, under the name that the platform sends.

/** `answered`: the streamed file. */
export async function saveAlarms(answered: Promise<Response>): Promise<void> {
  const response = await answered
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = named ? decodeURIComponent(named) : 'alarms.xlsx'
  link.click()
  URL.revokeObjectURL(link.href)
}
