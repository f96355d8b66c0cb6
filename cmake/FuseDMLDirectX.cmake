# Finds COM and D3D12 as Microsoft's headers for Linux declare them:
# FUSEDML_DIRECTX_FOLDERS is what to search for headers, or empty.
find_path(FUSEDML_DIRECTX directx/d3d12.h)
mark_as_advanced(FUSEDML_DIRECTX)
set(FUSEDML_DIRECTX_FOLDERS)
if(EXISTS ${FUSEDML_DIRECTX}/wsl/stubs/unknwn.h)
  set(FUSEDML_DIRECTX_FOLDERS
    ${FUSEDML_DIRECTX} ${FUSEDML_DIRECTX}/wsl/stubs ${FUSEDML_DIRECTX}/directx)
endif()
