/** Types of the package `usb` as used here. */
import { reasonOf } from '../transport.ts';

export interface UsbLibrary {
  getDevices(): Promise<readonly UsbDevice[]>;
}

export interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber?: string | null | undefined;
  readonly bus: string;
  readonly address: number;
  readonly configurations: readonly {
    readonly configurationValue: number;
    readonly interfaces: readonly UsbInterface[];
  }[];
  open(): Promise<void>;
  close(): Promise<void>;
  claimInterface(interfaceNumber: number): Promise<void>;
  releaseInterface(interfaceNumber: number): Promise<void>;
  selectAlternateInterface(interfaceNumber: number, alternateSetting: number): Promise<void>;
  detachKernelDriver(interfaceNumber: number): Promise<void>;
  attachKernelDriver(interfaceNumber: number): Promise<void>;
  transferOut(endpoint: number, data: Uint8Array, timeoutMs: number): Promise<UsbWritten>;
  transferIn(endpoint: number, length: number, timeoutMs: number): Promise<UsbRead>;
  clearHalt(direction: 'in' | 'out', endpoint: number): Promise<void>;
}

interface UsbWritten {
  readonly bytesWritten?: number;
  readonly status?: string;
}

interface UsbRead {
  readonly data?: DataView | undefined;
  readonly status?: string;
}

export interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly UsbAlternate[];
}

interface UsbAlternate {
  readonly alternateSetting: number;
  readonly interfaceClass: number;
  readonly interfaceProtocol: number;
  readonly endpoints: readonly UsbEndpoint[];
}

export interface UsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: string;
  readonly type: string;
  readonly packetSize: number;
}

export const isTimeout = (error: unknown): boolean => /cancel|timed? ?out/i.test(reasonOf(error));
export const isGone = (error: unknown): boolean => /disconnect|no such device|not found|ENODEV/i.test(reasonOf(error));

/** Null if the package, or its binary for this system, is missing. */
export async function loadUsb(): Promise<UsbLibrary | null> {
  try {
    const { usb } = await import('usb');
    return usb as unknown as UsbLibrary;
  } catch {
    return null;
  }
}
