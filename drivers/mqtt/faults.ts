// Converts refusals of brokers to codes of contract/errors. Reasons: MQTT 3.1.1 chapter 3.2.2.3, MQTT 5 chapter 2.4.
import { DriverFault } from '../driver.ts'
import { unreachableFault } from '../modbus-tcp/faults.ts'

const reasonOf = (error: unknown): number => {
  const { code } = error as { code?: unknown }
  return typeof code === 'number' ? code : 0
}

/** The fault of a connection that the broker refuses or ends. */
export function connectFault(error: Error): DriverFault {
  const reason = reasonOf(error)
  switch (reason) {
    case 1:
    case 132:
      return new DriverFault(1720, 'the broker does not support this version of MQTT', true)
    case 2:
    case 133:
      return new DriverFault(1745, 'the broker refuses the client ID', true)
    case 4:
    case 5:
    case 134:
    case 135:
    case 140:
      return new DriverFault(1748, error.message, true)
    case 3:
    case 136:
    case 137:
    case 159:
      return new DriverFault(1711, error.message, true)
    case 138:
      return new DriverFault(1745, error.message, true)
    default:
      return reason >= 128 ? new DriverFault(1721, error.message, true) : lineFault(error)
  }
}

/** An error of the socket has the code of the system; any other is about bytes that are no MQTT, or missing. */
function lineFault(error: Error): DriverFault {
  if ('code' in error && error.code) return unreachableFault(error.message)
  if (/timeout/i.test(error.message)) return new DriverFault(1714, error.message, true)
  return new DriverFault(1712, `the broker sends no valid MQTT: ${error.message}`, true)
}

/** The fault of a subscription that the broker refuses. */
export function subscribeFault(reason: number, topic: string): DriverFault {
  if (reason === 143) return new DriverFault(1715, `the broker refuses the topic ${topic}`)
  if (reason === 151) return new DriverFault(1711, 'the broker accepts no more subscriptions')
  // 128 is the only refusal of MQTT 3.1.1, usually for a missing permission.
  return new DriverFault(1745, `the broker refuses the subscription to ${topic} (reason ${reason})`)
}

/** The fault of a message that the broker refuses (MQTT 5). */
export function publishFault(error: unknown): DriverFault {
  const reason = reasonOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (reason === 135) return new DriverFault(1745, message)
  if (reason === 151 || reason === 150) return new DriverFault(1711, message)
  return reason >= 128 ? new DriverFault(1718, message) : unreachableFault(message)
}
