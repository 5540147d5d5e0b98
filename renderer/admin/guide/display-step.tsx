import type { JSX } from 'preact';
import { DeviceStep } from './device-step.tsx';
import type { StepProps } from './step-props.ts';
import { displaysIn } from './steps.ts';

export function DisplayStep({ g, file, location }: StepProps): JSX.Element {
  return <DeviceStep g={g} location={location} page="display" device={displaysIn(file)[0]} />;
}
