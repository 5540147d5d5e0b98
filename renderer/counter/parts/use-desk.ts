import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';
import type { OwnDesk } from '../ticket-steps.ts';

/** What of this desk, and of who sits there, decides about steps. */
export function useDesk(): OwnDesk {
  const { session } = useStaff();
  const { deskId, data } = useCounter();
  const services = data.value?.services ?? [];
  return {
    deskId,
    served: new Set(services.filter(({ served }) => served).map(({ id }) => id)),
    mayCall: session.may('acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services'),
  };
}
